// The text with which `npm start` and `docker compose up` say that the API answers: addresses, tokens and a first request.

type Person = { email: string; name?: string; role?: string };
type PersonWithToken = Person & { token: string };

/** What differs by who started it all. `checkin` begins the commands that are named. */
type Place = {
  hasPage: boolean;
  checkin: string;
  /** Asks for the team of a manager, by the address of the API. */
  askForTeam: (api: string, manager: PersonWithToken) => string;
  overview: string;
  atTheEnd: string;
};

export const places = {
  npm: {
    hasPage: true,
    checkin: 'npm run -s checkin --',
    askForTeam: (_api, { email }) => `npm run -s checkin -- api /home/team --as ${email}`,
    overview: '--out /tmp/overview.html',
    atTheEnd: 'API and worker log here from level warn; LOG_LEVEL=info npm start shows each request and event.',
  },
  compose: {
    hasPage: false,
    checkin: 'docker compose exec -T api node scripts/checkin.ts',
    askForTeam: (api, { token }) => `curl -H 'Authorization: Bearer ${token}' ${api}/v1/home/team`,
    overview: '> overview.html',
    atTheEnd: '"docker compose down --volumes" deletes everything that was stored.',
  },
} as const satisfies Record<string, Place>;

/** `api` is the address without a path. The text has no trailing line break. */
export function formatGreeting(
  up: { api: string; mailbox: string; tenant: string; people: PersonWithToken[] },
  { hasPage, checkin, askForTeam, overview, atTheEnd }: Place = places.npm,
): string {
  const { api, mailbox, tenant, people } = up;
  const lines = [
    ...(hasPage ? [`  Page     ${api}/app  (sign in as a demo person)`] : []),
    `  API      ${api}/v1`,
    `  Docs     ${api}/docs`,
    `  Mailbox  ${mailbox}`,
    '',
    `Tokens of people of ${tenant}:`,
    ...people.flatMap(({ token, ...person }) => [`  ${describePerson(person)}`, `  ${token}`]),
  ];
  const manager = people.find(({ role }) => role?.includes('manager')) ?? people[0];
  if (manager) {
    lines.push('', `A first request, as ${manager.name ?? manager.email}:`);
    lines.push(`  ${askForTeam(api, manager)}`);
  }
  lines.push('', 'The People overview, with all reports of the People Team on one page:');
  lines.push(`  ${checkin} report overview --tenant ${tenant} --format html ${overview}`);
  lines.push('', 'Assistants of people of the company call here; this prints what a client needs:');
  lines.push(`  ${api}/mcp/${tenant}`, `  ${checkin} assistant --tenant ${tenant}`);
  lines.push('', atTheEnd);
  lines.push('', 'Ctrl-C stops everything.');
  return lines.join('\n');
}

function describePerson({ email, name, role }: Person): string {
  return [name, email, role].filter(Boolean).join(' · ');
}
