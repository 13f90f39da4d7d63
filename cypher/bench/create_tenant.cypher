// Creates the benchmark's tenant. Weekly digests are off, because they would run beside a measurement. Submitted
// summaries notify in-app only: mail waits for its sending rate.
CREATE (tenant:Tenant:$($tenantLabel) {
  id: $tenantId,
  slug: 'bench-' + $tenantId,
  name: 'Bench',
  timezone: 'Europe/Berlin',
  opens: 'off',
  due: 'off',
  lastCall: 'off',
  digest: 'off',
  channelsOff: ['weekly_summary.submitted:email'],
  orgRevision: 0
})
RETURN tenant.id AS id
