// Returns the version and edition of the Neo4j server.
// @all-tenants
CALL dbms.components() YIELD name, versions, edition
WITH * WHERE name = 'Neo4j Kernel'
RETURN versions[0] AS version, edition
