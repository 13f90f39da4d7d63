// Map: a response as the interface shows it. Expects `response`, which may be null, its `manager`, and `managerTeam`.
response {
  .id, .body,
  manager: named_user(manager, managerTeam),
  onBehalfOf:
    // @include on_behalf_of
  ,
  createdAt: moment(response.createdAt),
  editedAt: moment(response.editedAt)
}
