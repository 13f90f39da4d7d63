// Returns a page of what a search of the directory finds, by name: see people/list, which has the filters, what is shown to
// whom and the position $after. $search are Lucene queries, see lib/search.ts. A search ends after the 500 best matches of
// the other filters. Addresses of people whose details the caller may not read are not searched; without a role that reads
// all, a search looks at the 1,000 best matches of addresses.
// @param search: search
// @param limit: whole number
// @include directory_reader
CALL (caller, hasTenantScope, heads, isPartner, hasReports) {
  UNWIND ['user_words_without_accents', 'user_words'] AS index
  CALL (index, caller, hasTenantScope, heads, isPartner, hasReports) {
    WITH index, caller, '+tenantId:"' + $tenantId + '" ' + CASE
      WHEN hasTenantScope THEN $search.everywhere
      ELSE $search.shown
    END AS words
    CALL db.index.fulltext.queryNodes(index, words) YIELD node AS person
    WITH caller, person
    WHERE
      // @include directory_filter
    RETURN person
    LIMIT 500
    UNION
    WITH * WHERE NOT hasTenantScope
    CALL db.index.fulltext.queryNodes(index, '+tenantId:"' + $tenantId + '" ' + $search.addresses, {limit: 1000})
    YIELD node AS person
    WITH caller, person
    WHERE person = caller OR hasReports AND (any(superior IN heads WHERE EXISTS { (person)-[:REPORTS_TO*0..]->(superior) }) OR CASE WHEN isPartner THEN in_parts_of(caller, person) ELSE false END)
    RETURN person
  }
  WITH DISTINCT caller, hasTenantScope, heads, isPartner, hasReports, person
  // @include directory_rows
}
RETURN caller {.roles} AS standing, people[0..toInteger($limit) + 1] AS items
