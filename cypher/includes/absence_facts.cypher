// absence_facts(person): map, what decides the working days and excused weeks of a person, as src/features/absences/write-absences.ts reads it.
person {
  .id, .email, .absences, .region, .workingDays,
  tenant: COLLECT { MATCH (own:Tenant {id: $tenantId}) RETURN own {.region, .workingDays, .regionWorkingDays, .regionFreeDays} }[0],
  weeks: [week IN person.excusedWeeks | toString(week)]
}
