// The time of digest and reminder becomes that of two schedules, in quarters of an hour. Where it was off, the new reminders are off, too.
// @works-with 0.1.0
MATCH (tenant:Tenant)
WHERE tenant.digestTime IS NOT NULL
WITH tenant, CASE tenant.digestTime
  WHEN 'off' THEN 'off'
  ELSE left(tenant.digestTime, size(tenant.digestTime) - 2) + ['00', '15', '30', '45'][toInteger(right(tenant.digestTime, 2)) / 15]
END AS time
SET
  tenant.opens = coalesce(tenant.opens, time),
  tenant.digest = coalesce(tenant.digest, time),
  tenant.due = coalesce(tenant.due, CASE time WHEN 'off' THEN 'off' END),
  tenant.lastCall = coalesce(tenant.lastCall, CASE time WHEN 'off' THEN 'off' END);
