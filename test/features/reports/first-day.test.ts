// The reports of a company of three on the day on which it is imported: they agree, and take no time before it for zero.
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { addWeeks, getCurrentMonday } from '../../../src/platform/time/weeks.ts';
import { client, userToken, type Client } from '../../support/company.ts';
import { aSummary } from '../../support/samples.ts';
import { service } from '../../support/service.ts';
import { shell } from '../../support/shell.ts';

type Row = Record<string, unknown>;
type Rows = { rows: Row[] };

describe('the reports of a company of three on its first day', () => {
  const api = service();
  const { folder, run } = shell();
  let slug: string;
  let as: Record<string, Client>;
  let lastWeek: string;
  const command = async (...words: string[]): Promise<string> => {
    const { code, out, err } = await run([...words, '--tenant', slug]);
    expect(code, `${words.join(' ')}\n${out}${err}`).to.equal(0);
    return out + err;
  };
  const read = async (name: string): Promise<Row[]> => (await as['Ann']!.get<Rows>(name)).body.rows;
  const write = async (who: string, weekStart: string): Promise<void> =>
    void expect((await as[who]!.post('/summaries', aSummary({ weekStart }))).status).to.equal(201);
  const weeksOf = (rows: Row[]): unknown[] => [...new Set(rows.map(({ week }) => week))].sort();

  beforeEach(async () => {
    lastWeek = addWeeks(getCurrentMonday(new Date().toISOString(), 'UTC'), -1);
    slug = `first-${randomUUID().slice(0, 8)}`;
    expect((await run(['tenant', 'create', slug, '--timezone', 'UTC'])).code).to.equal(0);
    const file = path.join(folder, 'people.csv');
    const people = ['Ann,ann,,Board,people_team', 'Ben,ben,ann,Tech,', 'Cyd,cyd,ann,Tech,'].map((line) => {
      const [name, local, manager, team, roles] = line.split(',');
      return [name, `${local}@${slug}.example`, manager && `${manager}@${slug}.example`, team, team, roles].join(',');
    });
    writeFileSync(file, ['name,email,manager,team,department,roles', ...people, ''].join('\n'));
    await command('org', 'import', file);
    api.clock.now = new Date().toISOString(); // commands have the real clock
    const found = await api.graph.statement(
      'MATCH (t:Tenant {slug: $slug}) MATCH (u:User {tenantId: t.id}) RETURN t.id AS tenant, u.id AS id, u.name AS name',
      { slug },
    );
    as = Object.fromEntries(
      (found as { tenant: string; id: string; name: string }[]).map(({ tenant, id, name }) => [
        name,
        client(api, () => userToken(api, tenant, id)),
      ]),
    );
  });

  it('agree about the last week, and have no week before the company', async () => {
    for (const who of ['Ben', 'Cyd']) await write(who, lastWeek);
    const digest = await read('/summaries/reports/weekly-digest');
    const checkIns = await read('/reports/check-ins');
    const team = await read('/reports/team');
    const everyone = checkIns.filter(({ scope }) => scope === 'everyone');
    expect([digest.length, digest.filter(({ submitted }) => submitted).length]).to.deep.equal([3, 2]);
    expect(everyone).to.have.length(1);
    expect(everyone[0]).to.deep.include({ week: lastWeek, people: 3, submitted: 2 });
    expect([team.length, team.filter(({ submitted }) => submitted).length]).to.deep.equal([3, 2]);
    expect([weeksOf(team), weeksOf(await read('/reports/goals'))]).to.deep.equal([[lastWeek], [lastWeek]]);
    const { body: times } = await as['Ann']!.get<Rows & { total: Row }>('/reports/response-times');
    const { body: home } = await as['Ann']!.get<{ awaitingResponse: number }>('/home');
    expect([times.total['summaries'], home.awaitingResponse]).to.deep.equal([2, 2]);
    expect(times.rows.map(({ manager }) => manager)).to.deep.equal(['Ann']);
    const months = await read('/reports/headcount');
    expect(months).to.have.length(1);
    expect(months[0]).to.deep.include({ month: api.clock.now.slice(0, 7), people: 3, joiners: 0 });

    const texts = await Promise.all(
      ['digest', 'team', 'check-ins', 'goals', 'headcount', 'org', 'non-setters', 'response-times', 'nominations'].map(
        (name) => command('report', name),
      ),
    );
    for (const text of texts) expect(text).to.not.match(/ against | 12 weeks| 12 months/);
    const says = texts.join('\n');
    expect(says).to.include('2 of 3 (67 %) checked in; 1 did not.');
    expect(says).to.include('2 of 3 (67 %) check-ins were made in 1 week.');
    expect(says).to.include('3 people, 0 joined and 0 left in 1 month.');
    expect(says).to.include('0 of 2 (0 %) have an answer so far');
    const page = path.join(folder, 'overview.html');
    await command('report', 'overview', '--out', page);
    expect(readFileSync(page, 'utf8')).to.not.match(/ against (the week|four weeks|the month)/);
  });

  it('have the last week alone where nobody has written yet', async () => {
    const checkIns = await read('/reports/check-ins');
    expect([weeksOf(checkIns), weeksOf(await read('/reports/team'))]).to.deep.equal([[lastWeek], [lastWeek]]);
    expect(checkIns.find(({ scope }) => scope === 'everyone')).to.deep.include({ people: 3, submitted: 0 });
    expect(await read('/summaries/reports/weekly-digest')).to.have.length(3);
  });

  it('begin with an earlier week where somebody has written for it', async () => {
    const earlier = addWeeks(lastWeek, -2);
    await write('Ben', earlier);
    const weeks = [earlier, addWeeks(earlier, 1), lastWeek];
    const checkIns = await read('/reports/check-ins');
    expect([weeksOf(checkIns), weeksOf(await read('/reports/team'))]).to.deep.equal([weeks, weeks]);
    expect(checkIns.filter(({ scope }) => scope === 'everyone').map(({ submitted }) => submitted)).to.deep.equal([
      1, 0, 0,
    ]);
  });
});
