"""Collection of training data: games, opponents and teammates, and the recorded decisions, results and datasets."""
