// given_part_fields(part, giver): map, a part of the company that a group of a directory (`giver`) gives its members, as the interface shows it, with how many
// of them it has made partners.
// @param now: instant
part {
  .id, .department, group: giver {.id, name: giver.displayName}, below: user_by_id(part.headId), from: toString(part.from), to: toString(part.to),
  partners: COUNT {
    MATCH ()-[term:PARTNER_OF {tenantId: $tenantId}]->()
    USING INDEX term:PARTNER_OF(tenantId, id)
    WHERE term.id IS NOT NULL AND term.until > datetime($now) AND term.groupPartId = part.id
  }
}
