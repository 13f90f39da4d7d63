// import_status(job): text, the status of an import of a profile. An unfinished one whose `event` (null once it is deleted) is dead has
// failed: every attempt to process it has been used.
CASE WHEN event.status = 'dead' AND job.status IN ['queued', 'processing'] THEN 'failed' ELSE job.status END
