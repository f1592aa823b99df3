"""Routes under `/api/v1` and the page's files, refusals as answers, and forwarding between processes."""
