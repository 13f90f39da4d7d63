// named_user(person, team): map, a person by name and team, where a response shows no more of them.
person {.id, .name, team: team.name}
