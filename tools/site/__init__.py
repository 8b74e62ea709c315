"""What the documentation site needs beside its pages: colours, the mark, and links that leave the docs."""
