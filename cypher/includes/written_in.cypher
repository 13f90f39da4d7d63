// written_in(summary): Expression: the department of the author when they submitted the summary, in which what they wrote counts ever
// after. The empty text stands for none. Summaries that do not say it count in `department`, the author's of today.
CASE summary.department WHEN '' THEN 'No department' ELSE coalesce(summary.department, department) END
