// Trend flags are found by their week.
CREATE INDEX trend_flag_by_week IF NOT EXISTS FOR (flag:TrendFlag) ON (flag.tenantId, flag.weekStart);
