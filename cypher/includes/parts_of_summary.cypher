// parts_of_summary(whole): list, the nodes that are deleted with a node of the label Summary.
// Written by `npm run queries` from the table of nodes (src/features/personal-data/table-of-nodes.ts); do not edit.
COLLECT {
  MATCH (part:Response {tenantId: $tenantId, summaryId: whole.id})
  RETURN part
}
