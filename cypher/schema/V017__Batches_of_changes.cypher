// The changes of an import wait as batches until the change log has an entry of each.
CREATE INDEX change_batch_by_recording IF NOT EXISTS FOR (batch:ChangeBatch) ON (batch.recordedAt);
CREATE INDEX change_batch_by_tenant IF NOT EXISTS FOR (batch:ChangeBatch) ON (batch.tenantId, batch.recordedAt);
