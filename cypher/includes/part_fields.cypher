// part_fields(part, partner): map, a part of the company, whose partner is `partner`, as the interface shows it.
part {
  .id, .department, partner: user_ref(partner), below: user_by_id(part.headId), from: toString(part.from), to: toString(part.to),
  group: group_of_part(part.groupPartId)
}
