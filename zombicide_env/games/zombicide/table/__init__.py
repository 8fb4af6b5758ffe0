"""Edition-independent definitions: boards, cards, survivors, quests.  Nothing here depends on an edition or its constants."""
