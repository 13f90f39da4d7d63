// Returns a page of the summaries the caller may read, newest week first, behind the position $after ({weekStart, id}
// or null). These are their own summaries and the summaries of everyone below the caller or below a manager whose deputy
// they are, and of the people in the parts of the company whose partner they are; for a holder of one of $rolesWithTenantScope, all
// summaries of the tenant. Filters, each of which may be null: $author ('me' or an id), $weekFrom and $weekTo
// (yyyy-mm-dd), $isAnswered, $updatedSince (written, edited or answered since). $isDirect leaves only authors whose
// next active manager is one of these. `opening` has the beginning of the rich text, and of the first other text that
// is not blank. If few authors are in question, it reads their summaries; otherwise it reads the summaries of the whole
// tenant in the order of weeks.
// @param rolesWithTenantScope: list of roles
// @param author: text or null
// @param isDirect: boolean
// @param weekFrom: date or null
// @param after: position or null
// @param weekTo: date or null
// @param isAnswered: boolean or null
// @param updatedSince: instant or null
// @param limit: whole number
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
WITH caller AS reader
WITH
  reader,
  any(role IN reader.roles WHERE role IN $rolesWithTenantScope) AS hasTenantScope,
  COLLECT {
    MATCH
      // @include heads
    RETURN head
  } AS heads,
  is_partner(reader) AS isPartner
CALL (reader, heads, isPartner, hasTenantScope) {
  CALL (reader, heads) {
    UNWIND CASE WHEN $author IS NULL THEN [] WHEN $author = 'me' THEN [$callerId] ELSE [$author] END AS id
    MATCH (author:User {tenantId: $tenantId, id: id})
    RETURN author
    UNION
    WITH * WHERE $author IS NULL AND $isDirect
    UNWIND heads AS superior
    MATCH (superior) (()<-[:REPORTS_TO]-(:User {active: false})){0,} ()<-[:REPORTS_TO]-(author:User)
    RETURN author
    UNION
    WITH * WHERE $author IS NULL AND NOT $isDirect
    UNWIND heads AS superior
    MATCH (superior)<-[:REPORTS_TO*0..]-(author:User)
    WITH DISTINCT author
    LIMIT 501
    RETURN author
    UNION
    WITH * WHERE $author IS NULL AND NOT $isDirect
    // @include people_of_parts
    WITH person AS author
    LIMIT 501
    RETURN author
  }
  WITH hasTenantScope, reader, heads, isPartner, collect(author) AS authors
  WITH
    reader, heads, isPartner, hasTenantScope, authors,
    $author IS NULL AND NOT $isDirect AND (hasTenantScope OR size(authors) > 500) AS isLarge
  CALL (reader, heads, isPartner, hasTenantScope, authors, isLarge) {
    UNWIND CASE WHEN isLarge THEN [] ELSE authors END AS author
    MATCH (summary:Summary {tenantId: $tenantId, userId: author.id})
    WHERE date(coalesce($weekFrom, '1900-01-01')) <= summary.weekStart
      AND summary.weekStart <= date(coalesce($after.weekStart, $weekTo, '2999-12-31'))
    RETURN summary
    UNION
    UNWIND CASE WHEN isLarge THEN [true] ELSE [] END AS large
    CALL (reader, heads, isPartner, hasTenantScope) {
      MATCH (summary:Summary {tenantId: $tenantId})
      WHERE date(coalesce($weekFrom, '1900-01-01')) <= summary.weekStart
        AND summary.weekStart <= date(coalesce($after.weekStart, $weekTo, '2999-12-31'))
        AND summary.id IS NOT NULL
        AND ($after IS NULL OR summary.weekStart < date($after.weekStart) OR summary.id < $after.id)
        AND ($isAnswered IS NULL OR $isAnswered = EXISTS { (summary)<-[:ANSWERS]-(:Response) })
        AND (
          $updatedSince IS NULL OR coalesce(summary.editedAt, summary.createdAt) >= datetime($updatedSince)
          OR EXISTS { (summary)<-[:ANSWERS]-(response:Response) WHERE coalesce(response.editedAt, response.createdAt) >= datetime($updatedSince) }
        )
        AND (hasTenantScope OR EXISTS {
          MATCH (summary)<-[:WROTE]-(author:User)
          WHERE author = reader OR any(superior IN heads WHERE EXISTS { (author)-[:REPORTS_TO*1..]->(superior) })
            OR CASE WHEN isPartner THEN in_parts_of(reader, author) ELSE false END
        })
      WITH summary
      ORDER BY summary.tenantId DESC, summary.weekStart DESC, summary.id DESC
      LIMIT 201
      RETURN summary
    }
    RETURN summary
  }
  WITH reader, heads, isPartner, hasTenantScope, summary
  WHERE ($after IS NULL OR summary.weekStart < date($after.weekStart) OR summary.id < $after.id)
    AND ($isAnswered IS NULL OR $isAnswered = EXISTS { (summary)<-[:ANSWERS]-(:Response) })
    AND (
      $updatedSince IS NULL OR coalesce(summary.editedAt, summary.createdAt) >= datetime($updatedSince)
      OR EXISTS { (summary)<-[:ANSWERS]-(response:Response) WHERE coalesce(response.editedAt, response.createdAt) >= datetime($updatedSince) }
    )
  WITH reader, heads, isPartner, hasTenantScope, summary
  ORDER BY summary.weekStart DESC, summary.id DESC
  LIMIT 201
  MATCH (summary)<-[:WROTE]-(author:User)
  WHERE (
      hasTenantScope OR author = reader OR any(superior IN heads WHERE EXISTS { (author)-[:REPORTS_TO*1..]->(superior) })
      OR CASE WHEN isPartner THEN in_parts_of(reader, author) ELSE false END
    )
    AND (
      NOT $isDirect
      OR author <> reader AND any(superior IN heads WHERE EXISTS {
        (author) (()-[:REPORTS_TO]->(:User {active: false})){0,} ()-[:REPORTS_TO]->(superior)
      })
    )
  OPTIONAL MATCH (author)-[:MEMBER_OF]->(team:Team)
  OPTIONAL MATCH (summary)<-[:ANSWERS]-(response:Response)
  WITH summary, author, team, response
  ORDER BY summary.weekStart DESC, summary.id DESC
  RETURN collect({
    id: summary.id,
    user: author {.id, .name, team: team.name, .photoUrl},
    weekStart: toString(summary.weekStart),
    scores: summary {.qualityOfWork, .personalWellbeing, .professionalWellbeing},
    opening:
      // @include summary_opening
      ,
    createdAt: moment(summary.createdAt),
    updatedAt:
      // @include summary_updated_at
      ,
    respondedAt: moment(response.createdAt),
    position: {weekStart: toString(summary.weekStart), id: summary.id}
  }) AS summaries
}
RETURN reader {.roles, isDeputy: size(heads) > 1, isPartner: isPartner} AS standing, summaries[0..toInteger($limit) + 1] AS items
