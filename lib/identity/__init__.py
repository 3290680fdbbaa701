"""Who asked: the ledger of learners, labs, conversations, commands, runs and node calls."""
