// Text: when `summary` was written, edited or answered last. Expects `response`, which may be null.
moment(reduce(latest = summary.createdAt, at IN [summary.editedAt, response.createdAt, response.editedAt] |
  CASE WHEN at > latest THEN at ELSE latest END
))
