"""How often agents win: evaluations, leagues, statistics, charts."""
