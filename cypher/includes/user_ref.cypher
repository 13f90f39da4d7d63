// Map: a person as responses embed them. Expects `person`.
person {.id, .name, .jobTitle, team: [(person)-[:MEMBER_OF]->(team:Team) | team.name][0], .photoUrl}
