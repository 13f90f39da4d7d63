// What `npm start` says once everything is up: where things are, who you can be, and a first request.

export type Person = { email: string; name?: string; role?: string };
export type Signed = Person & { token: string };

/** `api` is the address without a path, `people` have their tokens. The text ends without a line break. */
export function formatGreeting(up: { api: string; mailbox: string; tenant: string; people: Signed[] }): string {
  const { api, mailbox, tenant, people } = up;
  const lines = [
    `  API      ${api}/v1`,
    `  Docs     ${api}/docs`,
    `  Mailbox  ${mailbox}`,
    '',
    `Tokens of four people of ${tenant}:`,
    ...people.flatMap(({ token, ...person }) => [`  ${describe(person)}`, `  ${token}`]),
  ];
  const first = people.find(({ role }) => role?.includes('manager')) ?? people[0]; // who has people to list
  if (first) {
    lines.push('', `A first request, as ${first.name ?? first.email}:`);
    lines.push(
      `  curl -H 'Authorization: Bearer ${first.token}' ${api}/v1/org/users/${readSubject(first.token)}/chain`,
    );
  }
  lines.push('', 'The People overview, all reports of the People Team on one page:');
  lines.push(`  npm run -s checkin -- report overview --tenant ${tenant} --format html --out /tmp/overview.html`);
  lines.push('', 'Ctrl-C stops all of it.');
  return lines.join('\n');
}

function describe({ email, name, role }: Person): string {
  return [name, email, role].filter(Boolean).join(' · ');
}

/** The user a token speaks for; read, not verified. */
function readSubject(token: string): string {
  const [, claims = ''] = token.split('.');
  return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string }).sub;
}
