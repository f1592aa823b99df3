"""Descriptions for the page beside the engine's views: layouts, tables, replays."""
