// Boolean expression: the file of `job` is needed by `profile` (that of the same person, or null) or by the job itself,
// because it is parsed, or queued or processing and created after $createdAfter.
// @param createdAfter: instant
coalesce(
  profile.fileId = job.id
  OR job.status = 'parsed'
  OR job.status IN ['queued', 'processing'] AND job.createdAt >= datetime($createdAfter),
  false
)
