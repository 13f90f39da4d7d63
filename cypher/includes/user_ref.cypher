// user_ref(person): map, a person as responses embed them.
person {.id, .name, .jobTitle, team: [(person)-[:MEMBER_OF]->(memberTeam:Team) | memberTeam.name][0], .photoUrl}
