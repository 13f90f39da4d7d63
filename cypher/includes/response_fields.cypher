// Map: a response as the interface shows it. Expects `response`, which may be null, its `manager`, and `managerTeam`.
response {
  .id, .body,
  manager: manager {.id, .name, team: managerTeam.name},
  onBehalfOf:
    // @include on_behalf_of
  ,
  createdAt: moment(response.createdAt),
  editedAt: moment(response.editedAt)
}
