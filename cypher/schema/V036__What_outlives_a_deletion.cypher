// Digests no longer hold averages, nor flags of a group numbers about somebody who was erased: the scores could be computed from them.
// @works-with 0.1.0
MATCH (notification:Notification)
WHERE notification.type = 'digest.weekly' AND notification.id IS NOT NULL AND notification.aboutIds IS NOT NULL
  AND notification.isDispatched IS NULL AND notification.payload CONTAINS ',"averages":{'
CALL (notification) {
  WITH notification, split(notification.payload, ',"averages":{') AS parts
  SET
    notification.payload = parts[0] + substring(parts[1], size(split(parts[1], '}')[0]) + 1),
    notification.text = rtrim(
      split(split(notification.text, 'Average scores, from 1 to 5')[0], 'Durchschnittliche Werte, von 1 bis 5')[0]
    )
} IN TRANSACTIONS OF 1000 ROWS;
MATCH (flag:TrendFlag)
WHERE flag.tenantId IS NOT NULL AND flag.scope <> 'individual'
OPTIONAL MATCH (tenant:Tenant {id: flag.tenantId})
WITH flag, coalesce(tenant.erasures, 0) > 0 AS mayBeErased
WHERE any(writers IN flag.weekWriters WHERE writers CONTAINS 'erased') OR flag.weekWriters IS NULL AND mayBeErased
CALL (flag) {
  SET
    flag.n = null, flag.recentMean = null, flag.baselineMean = null, flag.effectSize = null, flag.p = null, flag.adjustedP = null,
    flag.startWeek = null, flag.startEarliest = null, flag.startLatest = null, flag.seriesWeeks = null, flag.seriesValues = null
} IN TRANSACTIONS OF 1000 ROWS;
