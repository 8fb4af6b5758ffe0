"""What lies on the table, in words: boards, cards, survivors, quests.  Nothing here knows an edition or its numbers."""
