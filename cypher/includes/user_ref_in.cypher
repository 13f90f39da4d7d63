// user_ref_in(person, team): map, a person as responses embed them (user_ref), whose team, or null, the query has found.
person {.id, .name, .jobTitle, team: team.name, .photoUrl}
