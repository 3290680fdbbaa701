"""What to learn: lessons and scenes as data, checks over a lab, the walk through a lesson."""
