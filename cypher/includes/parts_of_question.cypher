// parts_of_question(whole): list, the nodes that are deleted with a node of the label Question.
// Written by `npm run queries` from the table of nodes (src/features/personal-data/table-of-nodes.ts); do not edit.
COLLECT {
  MATCH (part:QuestionWording {tenantId: $tenantId, questionId: whole.id})
  WHERE part.version IS NOT NULL
  RETURN part
}
