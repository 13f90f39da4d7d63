// Teams and departments have one key each: NFKC without case, invisible characters and repeated blanks; src/lib/names.ts makes the
// same, but a hash of more than 2,000 characters.
// Names lose invisible characters and repeated blanks, and are composed. Lists are ordered by sortName. A regular expression can
// only match, so characters are taken one by one where a name has one that must go. `departmentName` is the department as it is to
// be, until the summaries of the tenant have it.
DROP CONSTRAINT team_once_per_name IF EXISTS;
MATCH (node:User|Team)
CALL (node) {
  UNWIND CASE
    WHEN node:Team THEN [['name', 'name'], ['department', 'departmentName']]
    ELSE [field IN ['name', 'jobTitle', 'givenName', 'familyName'] | [field, field]]
  END AS fields
  WITH node, fields, node[fields[0]] AS text
  WHERE text IS NOT NULL
  WITH node, fields, text, CASE WHEN text =~ '(?s).*[\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180E\\u200B\\u200E\\u200F\\u202A-\\u202E\\u2060-\\u206F\\u3164\\uFEFF\\uFFA0].*' THEN reduce(
    kept = '', place IN range(0, size(text) - 1) |
    kept + CASE WHEN substring(text, place, 1) =~ '[\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180E\\u200B\\u200E\\u200F\\u202A-\\u202E\\u2060-\\u206F\\u3164\\uFEFF\\uFFA0]' THEN '' ELSE substring(text, place, 1) END
  ) ELSE text END AS visible
  WITH node, fields, text, reduce(
    line = normalize(visible), blank IN split('\u00A0|\u1680|\u2000|\u2001|\u2002|\u2003|\u2004|\u2005|\u2006|\u2007|\u2008|\u2009|\u200A|\u2028|\u2029|\u202F|\u205F|\u3000', '|') | replace(line, blank, ' ')
  ) AS line
  WITH node, fields, text, reduce(
    words = '', word IN [word IN split(line, ' ') WHERE word <> ''] | words + CASE words WHEN '' THEN '' ELSE ' ' END + word
  ) AS name
  SET node[fields[1]] = CASE name WHEN '' THEN text ELSE name END
} IN TRANSACTIONS OF 5000 ROWS;
MATCH (node:User|Team)
WHERE node.name IS NOT NULL
CALL (node) {
  WITH node, normalize(node.name, NFKD) AS text
  WITH node, CASE WHEN text =~ '(?s).*[\\u0300-\\u036F].*' THEN reduce(
    kept = '', place IN range(0, size(text) - 1) |
    kept + CASE WHEN substring(text, place, 1) =~ '[\\u0300-\\u036F]' THEN '' ELSE substring(text, place, 1) END
  ) ELSE text END AS bare
  SET node.sortName = reduce(
    folded = toLower(normalize(bare)),
    pair IN [
      ['ß', 'ss'], ['ø', 'o'], ['æ', 'ae'], ['œ', 'oe'], ['ł', 'l'], ['đ', 'd'], ['ð', 'd'], ['þ', 'th'], ['ħ', 'h'], ['ı', 'i'],
      ['’', "'"]
    ] | replace(folded, pair[0], pair[1])
  ) + '\u0000' + node.name
} IN TRANSACTIONS OF 5000 ROWS;
MATCH (team:Team)
CALL (team) {
  UNWIND [['name', 'key'], ['departmentName', 'departmentKey']] AS fields
  WITH team, fields, normalize(team[fields[0]], NFKC) AS text
  WHERE text IS NOT NULL
  WITH team, fields, CASE WHEN text =~ '(?s).*[\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u206F\\u3164\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF0-\\uFFF8\\x{1BCA0}-\\x{1BCA3}\\x{1D173}-\\x{1D17A}\\x{E0000}-\\x{E0FFF}].*' THEN reduce(
    kept = '', place IN range(0, size(text) - 1) |
    kept + CASE WHEN substring(text, place, 1) =~ '[\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u206F\\u3164\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF0-\\uFFF8\\x{1BCA0}-\\x{1BCA3}\\x{1D173}-\\x{1D17A}\\x{E0000}-\\x{E0FFF}]' THEN '' ELSE substring(text, place, 1) END
  ) ELSE text END AS visible
  WITH team, fields, reduce(
    line = normalize(toLower(toUpper(toLower(visible))), NFKC), blank IN split('\t|\n|\u000B|\f|\r|\u1680|\u2028|\u2029', '|') | replace(line, blank, ' ')
  ) AS line
  SET team[fields[1]] = left(reduce(
    words = '', word IN [word IN split(line, ' ') WHERE word <> ''] | words + CASE words WHEN '' THEN '' ELSE ' ' END + word
  ), 2000)
} IN TRANSACTIONS OF 5000 ROWS;
// A department has the spelling of most people.
MATCH (team:Team)
WHERE team.departmentKey IS NOT NULL
WITH team, COUNT { (team)<-[:MEMBER_OF]-() } AS members
WITH team.tenantId AS tenantId, team.departmentKey AS key, team.departmentName AS spelling, sum(members) AS members, collect(team) AS teams
ORDER BY members DESC, spelling
WITH tenantId, key, collect(spelling) AS spellings, collect(teams) AS groups
UNWIND tail(groups) AS teams
UNWIND teams AS team
CALL (team, spellings) {
  SET team.departmentName = head(spellings)
} IN TRANSACTIONS OF 5000 ROWS;
MATCH (team:Team)
WHERE team.department <> team.departmentName
WITH DISTINCT team.tenantId AS tenantId, team.department AS old, team.departmentName AS new
MATCH (summary:Summary {tenantId: tenantId})
WHERE summary.weekStart IS NOT NULL AND summary.id IS NOT NULL AND summary.department = old
CALL (summary, new) {
  SET summary.department = new
} IN TRANSACTIONS OF 5000 ROWS;
MATCH (team:Team)
WHERE team.departmentName IS NOT NULL
CALL (team) {
  SET team.department = team.departmentName, team.departmentName = null
} IN TRANSACTIONS OF 5000 ROWS;
// Of teams with the same key the one with the most members stays, and takes the members of the others.
MATCH (team:Team)
WHERE team.key IS NOT NULL
WITH team, COUNT { (team)<-[:MEMBER_OF]-() } AS members
ORDER BY members DESC, team.name, elementId(team)
WITH team.tenantId AS tenantId, team.key AS key, collect(team) AS teams
WHERE size(teams) > 1
UNWIND tail(teams) AS other
MATCH (other)<-[membership:MEMBER_OF]-(person:User)
CALL (teams, other, membership, person) {
  WITH
    person, membership, head(teams) AS kept,
    coalesce(other.departmentKey, '') = coalesce(head(teams).departmentKey, '') AS isSameDepartment
  MERGE (person)-[:MEMBER_OF]->(kept)
  DELETE membership
  SET person.updatedAt = datetime()
  MERGE (change:ChangeEntry {tenantId: person.tenantId, key: 'user.updated:V022:' + person.id})
  ON CREATE SET
    change:$([label IN labels(person) WHERE label STARTS WITH 'T_']),
    change.type = 'user.updated',
    change.subjectType = 'user',
    change.subjectId = person.id,
    change.changed = CASE WHEN isSameDepartment THEN ['team'] ELSE ['team', 'department'] END,
    change.at = datetime(),
    change.recordedAt = datetime.realtime()
} IN TRANSACTIONS OF 1000 ROWS;
MATCH (team:Team)
WHERE team.key IS NOT NULL
WITH team, COUNT { (team)<-[:MEMBER_OF]-() } AS members
ORDER BY members DESC, team.name, elementId(team)
WITH team.tenantId AS tenantId, team.key AS key, collect(team) AS teams
WHERE size(teams) > 1
CALL (teams) {
  WITH head(teams) AS kept, tail(teams) AS others
  SET
    kept.mergedNames = coalesce(kept.mergedNames, []) + [other IN others | other.name],
    kept.department = coalesce(kept.department, head([other IN others WHERE other.department IS NOT NULL | other.department])),
    kept.departmentKey = coalesce(kept.departmentKey, head([other IN others WHERE other.department IS NOT NULL | other.departmentKey]))
  FOREACH (other IN others | DETACH DELETE other)
} IN TRANSACTIONS OF 100 ROWS;
CREATE CONSTRAINT team_once_per_key IF NOT EXISTS FOR (team:Team) REQUIRE (team.tenantId, team.key) IS UNIQUE;
DROP INDEX user_by_name IF EXISTS;
CREATE INDEX user_by_sort_name IF NOT EXISTS FOR (user:User) ON (user.tenantId, user.active, user.sortName, user.id);
DROP INDEX team_by_department IF EXISTS;
CREATE INDEX team_by_department_key IF NOT EXISTS FOR (team:Team) ON (team.tenantId, team.departmentKey);
CREATE INDEX team_by_sort_name IF NOT EXISTS FOR (team:Team) ON (team.tenantId, team.sortName);
