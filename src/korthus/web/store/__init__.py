"""What is kept: the database, its log, and how it is known to be sound."""
