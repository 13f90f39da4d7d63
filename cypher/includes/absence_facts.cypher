// absence_facts(person): map, what decides the excused weeks of a person, as src/org/absences.ts reads it. Their region, else that of the tenant.
person {
  .id, .email, .absences,
  region: coalesce(person.region, COLLECT { MATCH (own:Tenant {id: $tenantId}) RETURN own.region }[0]),
  weeks: [week IN person.excusedWeeks | toString(week)]
}
