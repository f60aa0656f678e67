"""Campaigns: many sessions or many traces, in units that any number of machines share. See `Tools/campaign --help`."""
