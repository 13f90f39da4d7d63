// Makes notifications of the people with one of the roles of each row ({subjectId, eventId, type, payload, roles}).
// @param rows: list of {subjectId: id or null, roles: list of roles, type: text, eventId: id, id?: id or null,
//   namesCaller?: boolean, payload: JSON text, aboutIds?: list of ids or null}
UNWIND $rows AS notice
CALL (notice) {
  WITH notice, notice.subjectId AS subjectId
  // @include tell_roles
}
