"""Routes under `/api/v1`, the page's files, and refusals as answers."""
