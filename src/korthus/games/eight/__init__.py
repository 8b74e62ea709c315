"""Eight Cards: eight private cards, three boards, one of them Omaha. See ``RULES.md``."""
