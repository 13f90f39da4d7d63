// Returns the users whose reporting lines, past ones included, cannot all have been: lines without their times, lines that end
// before they begin, and lines that hold at the same time. A line that ended as it began has held at no time. A consistent
// database has none.
MATCH (person:User {tenantId: $tenantId})-[line:REPORTS_TO|REPORTED_TO]->()
WHERE person.email IS NOT NULL
WITH person, line
ORDER BY line.since, line.until
WITH
  person,
  count(CASE WHEN line.since IS NULL OR line:REPORTED_TO AND line.until IS NULL THEN 1 END) AS undated,
  count(CASE WHEN line.until < line.since THEN 1 END) AS reversed,
  collect(CASE WHEN line:REPORTS_TO OR line.since < line.until THEN line END) AS lines
WITH
  person, undated, reversed,
  size([
    place IN range(0, size(lines) - 2)
    WHERE lines[place]:REPORTS_TO OR lines[place].until > lines[place + 1].since
  ]) AS overlapping
WHERE undated + reversed + overlapping > 0
RETURN person.email AS email, undated, reversed, overlapping
ORDER BY email
