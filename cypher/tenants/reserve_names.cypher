// Makes labels ($labels), relationship types ($types) and property keys ($keys) known to the database, where they are not.
// Neo4j discards the plan of a query when a name in it becomes known, and the next request would wait for a new plan.
// @all-tenants
// @param labels: list of texts
// @param types: list of texts
// @param keys: list of texts
CALL () {
  UNWIND $labels AS label
  CALL db.createLabel(label)
  RETURN count(*) AS labels
}
CALL () {
  UNWIND $types AS type
  CALL db.createRelationshipType(type)
  RETURN count(*) AS types
}
CALL () {
  UNWIND $keys AS key
  CALL db.createProperty(key)
  RETURN count(*) AS keys
}
RETURN labels, types, keys
