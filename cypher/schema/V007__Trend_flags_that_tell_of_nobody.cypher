// Flags keep who wrote in each week, and numbers as they are shown: statistics to 6 significant digits, means of groups to
// a tenth. Who wrote in which week is not known of those that are there, so their lists go; managers see them no more.
MATCH (flag:TrendFlag)
CALL (flag) {
  SET
    flag.recentWriters = null,
    flag.baselineWriters = null,
    flag.recentMean = round(flag.recentMean, CASE flag.scope WHEN 'individual' THEN 5 ELSE 1 END),
    flag.baselineMean = round(flag.baselineMean, CASE flag.scope WHEN 'individual' THEN 5 ELSE 1 END)
  FOREACH (name IN [name IN ['effectSize', 'p', 'adjustedP'] WHERE flag[name] <> 0] |
    SET flag[name] = round(flag[name], 5 - toInteger(floor(log10(abs(flag[name])))))
  )
} IN TRANSACTIONS OF 5000 ROWS;
