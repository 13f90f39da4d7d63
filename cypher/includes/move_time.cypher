// Expression: the time of a move made now, a DATETIME. It is never before an earlier move of the tenant, whatever the
// clocks of two processes say: lines as of any time then form one chart, without cycles. Expects `tenant`, whose write
// lock is held. The caller of this text sets tenant.lastMoveAt to it.
// @param now: instant
CASE
  WHEN tenant.lastMoveAt > datetime($now) THEN tenant.lastMoveAt
  ELSE datetime($now)
END
