// import_status(job): text, the status of an import of a profile, whose `event` is null once it is deleted. An
// unfinished one whose event is dead has failed: every attempt to process it has been used. A commit can be seen in
// parts until its event has ended: one that has ended without its result is still `processing`.
CASE
  WHEN event.status = 'dead' AND job.status IN ['queued', 'processing'] THEN 'failed'
  WHEN event.status IN ['pending', 'held'] AND (
    job.status = 'parsed' AND (job.parsedFields IS NULL OR job.evidence IS NULL OR job.warnings IS NULL)
    OR job.status = 'failed' AND job.error IS NULL
  ) THEN 'processing'
  ELSE job.status
END
