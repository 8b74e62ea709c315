"""What the page reads: its files, rules, statistics and figures."""
