"""Edition-specific decisions, codes 84 and up; none in the family."""
