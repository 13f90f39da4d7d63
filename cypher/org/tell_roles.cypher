// Makes notifications of the people with one of the roles of each row ({subjectId, eventId, type, payload, roles}).
UNWIND $rows AS notice
CALL (notice) {
  WITH notice, notice.subjectId AS subjectId
  // @include tell_roles
}
