// Which Neo4j answers: its version and edition.
CALL dbms.components() YIELD name, versions, edition
WITH * WHERE name = 'Neo4j Kernel'
RETURN versions[0] AS version, edition
