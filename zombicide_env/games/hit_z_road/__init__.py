"""Hit Z Road: a survival race with auctions, one to four players."""
