// Subquery: the people whom a subject who does not see the tenant may be permitted for: the subject, direct reports, up to 501 of
// everyone below. Expects `subject`, and `seesTenant`, `seesBelow` and `seesDirect` of the include reach.
UNWIND CASE WHEN subject IS NULL OR seesTenant THEN [] ELSE [subject] END AS person
RETURN person
UNION
WITH * WHERE seesDirect AND NOT seesBelow AND NOT seesTenant
MATCH (subject)<-[:LINE]-(person:User)
RETURN person
UNION
WITH * WHERE seesBelow AND NOT seesTenant
MATCH (subject)<-[:LINE*1..]-(person:User)
WITH DISTINCT person
LIMIT 501
RETURN person
