// part_heads(headId, departmentKey): list of ids, the people to tell of a part of the company: its head, or the first twenty of the department
// whose manager is not in it and who have reports.
CASE WHEN headId IS NOT NULL THEN [headId] ELSE COLLECT {
  MATCH (:Team {tenantId: $tenantId, departmentKey: departmentKey})<-[:MEMBER_OF]-(lead:User {active: true})
  WHERE EXISTS { (lead)<-[:REPORTS_TO]-() }
    AND NOT EXISTS { (lead)-[:REPORTS_TO]->(:User)-[:MEMBER_OF]->(:Team {departmentKey: departmentKey}) }
  RETURN lead.id
  ORDER BY lead.id
  LIMIT 20
} END
