// audiences_of(team): list, the audiences of questions that include everyone in this team: the tenant, the team and its department.
// Null instead of the last two where there is no team or no department. The audiences "below" a manager follow from the line.
['tenant', 'team:' + team.key, 'department:' + team.departmentKey]
