// The audit log over HTTP: what is in it, its order and filters, and that it is for the admins of its tenant.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { AuditEntry } from '../../../src/platform/schema/audit.ts';
import { refusal, type Answer, freshCompany } from '../../support/company.ts';
import { friday, service } from '../../support/service.ts';

const api = service();
const acme = freshCompany(api, 'Ada (admin)\n  Mia\n    Bob\n  Gus\nPia (people_team, senior_leadership)\nEve (admin)');
const neighbour = freshCompany(api, 'Zed (admin)\n  Yan\n    Xia');

type Page = { items: AuditEntry[]; nextCursor?: string };
const read = (query = '', who = 'Ada') => acme.as(who).get<Page>(`/audit${query}`);
const minute = (number: number): string => `2026-11-20T10:${String(number).padStart(2, '0')}:00.000Z`;

/** Moves people one after the other, a minute apart, and returns the order of `who`, newest first. */
async function move(...moves: [who: string, to: string, by?: string][]): Promise<void> {
  for (const [index, [who, to, by = 'Ada']] of moves.entries()) {
    api.clock.now = minute(index);
    const moved = await acme.as(by).put(`/admin/org-chart/users/${acme.id(who)}/manager`, { managerId: acme.id(to) });
    expect(moved.status).to.equal(200);
  }
}
const ref = (name: string) => ({ id: acme.id(name), name, jobTitle: `${name}'s job` });
const subjects = ({ body }: Answer<Page>): (string | undefined)[] =>
  body.items.map(({ userId }) => acme.people.find(({ id }) => id === userId)?.name);

describe('GET /audit', () => {
  it('says who moved whom from where to where, newest first', async () => {
    await move(['Bob', 'Gus'], ['Mia', 'Gus', 'Eve']);
    const { status, body } = await read();
    expect(status).to.equal(200);
    const isTrace = (text = ''): boolean => /^[0-9a-f]{32}$/.test(text);
    expect(body.items.every(({ traceId }) => isTrace(traceId))).to.equal(true);
    expect(
      body.items.map(({ id, ...entry }) => ({ ...entry, traceId: undefined, isId: /^[0-9a-f-]{36}$/.test(id) })),
    ).to.deep.equal([
      {
        action: 'reporting-line.move',
        at: minute(1),
        actorId: acme.id('Eve'),
        userId: acme.id('Mia'),
        source: 'api',
        fromManagerId: acme.id('Ada'),
        toManagerId: acme.id('Gus'),
        isId: true,
        traceId: undefined,
        actor: ref('Eve'),
        user: ref('Mia'),
        fromManager: ref('Ada'),
        toManager: ref('Gus'),
      },
      {
        action: 'reporting-line.move',
        at: minute(0),
        actorId: acme.id('Ada'),
        userId: acme.id('Bob'),
        source: 'api',
        fromManagerId: acme.id('Mia'),
        toManagerId: acme.id('Gus'),
        isId: true,
        traceId: undefined,
        actor: ref('Ada'),
        user: ref('Bob'),
        fromManager: ref('Mia'),
        toManager: ref('Gus'),
      },
    ]);
    expect(body).to.not.have.property('nextCursor');
  });

  it('filters by person, actor, action and time, together and alone', async () => {
    await move(['Bob', 'Gus'], ['Mia', 'Gus', 'Eve'], ['Bob', 'Mia', 'Eve'], ['Gus', 'Eve']);
    expect(subjects(await read())).to.deep.equal(['Gus', 'Bob', 'Mia', 'Bob']);
    expect(subjects(await read(`?userId=${acme.id('Bob')}`))).to.deep.equal(['Bob', 'Bob']);
    expect(subjects(await read(`?actorId=${acme.id('Eve')}`))).to.deep.equal(['Bob', 'Mia']);
    expect(subjects(await read(`?actorId=${acme.id('Eve')}&userId=${acme.id('Mia')}`))).to.deep.equal(['Mia']);
    expect(subjects(await read('?action=reporting-line.move'))).to.have.length(4);
    expect(subjects(await read('?action=person.deactivate'))).to.deep.equal([]);
    expect(subjects(await read(`?from=${minute(1)}&to=${minute(3)}`))).to.deep.equal(['Bob', 'Mia']);
    expect(subjects(await read(`?userId=${acme.id('Bob')}&from=${minute(1)}`))).to.deep.equal(['Bob']);
    expect(subjects(await read(`?actorId=${acme.id('Eve')}&to=${minute(2)}`))).to.deep.equal(['Mia']);
  });

  it('is read in pages that stay complete while entries are added, also among entries of one moment', async () => {
    const ids = Array.from({ length: 7 }, () => randomUUID());
    const add = (entries: string[], at: string): Promise<unknown> =>
      acme.statement(
        `UNWIND $entries AS id
         CREATE (e:AuditEntry:$($label) {tenantId: $tenantId, id: id, action: 'person.activate', at: datetime($at),
           actorId: 'operator', userId: $userId})`,
        { entries, at, userId: acme.id('Bob') },
      );
    await add(ids, friday);
    for (const filter of ['', `&userId=${acme.id('Bob')}`, '&actorId=operator']) {
      const seen: string[] = [];
      let cursor = '';
      do {
        const { body } = await read(`?limit=2${filter}${cursor}`);
        seen.push(...body.items.map(({ id }) => id));
        await add([randomUUID()], minute(30));
        cursor = body.nextCursor === undefined ? '' : `&cursor=${body.nextCursor}`;
      } while (cursor !== '');
      expect(
        seen.filter((id) => ids.some((one) => one === id)),
        filter,
      ).to.deep.equal(ids.toSorted().reverse());
    }
  });

  it('is for admins alone, and shows nothing of a neighbour', async () => {
    await move(['Bob', 'Gus']);
    for (const who of ['Bob', 'Mia', 'Pia']) expect(refusal(await read('', who))).to.deep.equal([403, 'FORBIDDEN']);
    const answer = await neighbour.as('Zed').get<Page>('/audit');
    expect(answer.body).to.deep.equal({ items: [] });
    const about = await neighbour.as('Zed').get<Page>(`/audit?userId=${acme.id('Bob')}`);
    expect(about.body).to.deep.equal({ items: [] });
    const { body } = await read('?limit=1');
    expect(body.items).to.have.length(1);
  });

  it('refuses a cursor of other filters or of another caller, and what is no instant', async () => {
    await move(['Bob', 'Gus'], ['Mia', 'Gus']);
    const { body } = await read('?limit=1');
    const invalid = [400, 'INVALID_CURSOR'];
    expect(refusal(await read(`?limit=1&action=x&cursor=${body.nextCursor}`))).to.deep.equal(invalid);
    expect(refusal(await read(`?limit=1&cursor=${body.nextCursor}`, 'Eve'))).to.deep.equal(invalid);
    for (const query of ['?from=yesterday', '?to=2026-02-30T10:00:00Z', '?userId=Bob', '?action=', '?who=1']) {
      expect(refusal(await read(query)), query).to.deep.equal([400, 'VALIDATION_ERROR']);
    }
  });
});
