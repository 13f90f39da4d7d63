// Subquery: the people whom a subject who does not see the tenant may be permitted for: the subject, and of `heads` (the subject and
// the managers whose deputy they are) direct reports, or up to 501 of everyone below. Expects `subject` and `heads`, and `seesTenant` of
// the include reach.
UNWIND CASE WHEN subject IS NULL OR seesTenant THEN [] ELSE [subject] END AS person
RETURN person
UNION
UNWIND CASE WHEN seesTenant THEN [] ELSE heads END AS superior
WITH superior
WHERE $reach.direct OR any(role IN superior.roles WHERE role IN $reach.directRoles)
MATCH (superior)<-[:LINE]-(person:User)
RETURN person
UNION
UNWIND CASE WHEN seesTenant THEN [] ELSE heads END AS superior
WITH superior
WHERE $reach.below OR any(role IN superior.roles WHERE role IN $reach.belowRoles)
MATCH (superior)<-[:LINE*1..]-(person:User)
WITH DISTINCT person
LIMIT 501
RETURN person
