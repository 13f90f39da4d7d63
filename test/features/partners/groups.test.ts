// Groups of a directory that give their members a part of the company: who is a member reads what a partner reads, from the next request on, and who
// is none reads nothing.
import { expect } from 'chai';
import { mostMembers, mostParts, mostPartsOfTenant } from '../../../src/features/partners/bounds.ts';
import { company, freshCompany, refusal, type Answer, type Company } from '../../support/company.ts';
import { aSummary } from '../../support/samples.ts';
import { directory, groupSchema, patchOf } from '../../support/scim.ts';
import { friday, service } from '../../support/service.ts';
import { serviceBehindProxy } from '../../support/service-behind-proxy.ts';

const api = service();
/** Pat, Quin, Ron and Sam are of HR; Max and Zoe have summaries in no part. */
const drawing = `
  Ivy [Board] (admin)
  Jan [Board] (admin)
  Lea [Board] (admin)
  Kim [Board] (people_team)
  Bob [Sales]
    Cy [Sales]
      Dee [Sales]
  Gus [IT]
    Hal [IT]
  Pat [HR]
  Quin [HR]
  Ron [HR]
  Sam [HR]
`;
const acme = freshCompany(api, drawing);
const neighbour = freshCompany(api, 'Zed (admin)\n  Yan\nXia (admin)');

type Body = Record<string, unknown>;
const days = { from: '2026-11-20', to: '2027-06-30' };
type Directed = { of: Company; on?: typeof api };

/** Pushes of the directory of a company. */
function pushes({ of, on = api }: Directed) {
  const send = (method: string, path: string, body?: unknown) => directory(on, of.tenantId)(method, path, body);
  const values = (names: readonly string[]) => names.map((name) => ({ value: of.id(name) }));
  const done = async (answer: ReturnType<typeof send>): Promise<void> => {
    const { status, body } = await answer;
    expect(status, JSON.stringify(body)).to.be.within(200, 299);
  };
  const patch = (id: string, op: string, names: readonly string[]) =>
    done(send('PATCH', `/Groups/${id}`, patchOf({ op, path: 'members', value: values(names) })));
  return {
    async create(displayName: string, names: readonly string[] = []): Promise<string> {
      const { status, body } = await send('POST', '/Groups', {
        schemas: [groupSchema],
        displayName,
        members: values(names),
      });
      expect(status).to.equal(201);
      return body.id;
    },
    add: (id: string, ...names: string[]) => patch(id, 'add', names),
    remove: (id: string, ...names: string[]) => patch(id, 'remove', names),
    replace: (id: string, displayName: string, names: readonly string[]) =>
      done(send('PUT', `/Groups/${id}`, { schemas: [groupSchema], displayName, members: values(names) })),
    deleteGroup: (id: string) => done(send('DELETE', `/Groups/${id}`)),
    setActive: (name: string, active: boolean) =>
      done(send('PATCH', `/Users/${of.id(name)}`, patchOf({ op: 'replace', path: 'active', value: active }))),
    deleteUser: (name: string) => done(send('DELETE', `/Users/${of.id(name)}`)),
  };
}
const push = pushes({ of: acme });

const request = (change: object, by = 'Ivy', of = acme): Promise<Answer<Body>> =>
  of.as(by).post('/admin/approvals/partner', { ...days, ...change });
const approve = (id: unknown, by = 'Jan', of = acme): Promise<Answer<Body>> =>
  of.as(by).post(`/admin/approvals/${String(id)}/approve`);
/** Lets a group give a part; returns the id of what it gives. */
async function give(groupId: string, part: object, of = acme): Promise<string> {
  const { status, body } = await request({ groupId, ...part }, 'Ivy', of);
  expect([status, body['message']]).to.deep.equal([201, undefined]);
  const approved = await approve(body['id'], 'Jan', of);
  expect(approved.status, JSON.stringify(approved.body)).to.equal(204);
  return String(body['id']);
}
const belowBob = () => ({ belowId: acme.id('Bob') });
const summaryOf = async (who: string, of = acme): Promise<string> =>
  `/summaries/${String((await of.as(who).post('/summaries', aSummary())).body['id'])}`;
const statusOf = async (who: string, path: string): Promise<number> => (await acme.as(who).get(path)).status;
/** Who of HR reads a summary. */
async function readersOf(path: string, names = ['Pat', 'Quin', 'Ron', 'Sam']): Promise<string[]> {
  const statuses = await Promise.all(names.map((name) => statusOf(name, path)));
  return names.filter((_, place) => statuses[place] === 200);
}
const nameOf = (id: unknown): string => acme.people.find((one) => one.id === id)?.name ?? String(id);
/** Events of a type: whom they tell, and the payload. */
async function events(type: string, of = acme): Promise<{ told: string[]; payload: Body }[]> {
  const rows = (await of.statement(
    'MATCH (e:OutboxEvent {tenantId: $tenantId, type: $type}) RETURN e.recipientIds AS ids, e.payload AS payload ORDER BY payload',
    { type },
  )) as { ids: string[]; payload: string }[];
  return rows.map(({ ids, payload }) => ({
    told: ids.map(nameOf).sort(),
    payload: JSON.parse(payload) as Body,
  }));
}
const forget = (of = acme): Promise<unknown> => of.statement('MATCH (e:OutboxEvent {tenantId: $tenantId}) DELETE e');
/** The entries of an action: by whom, about whom, and the name of the group. */
async function logged(action: string): Promise<unknown[][]> {
  const { body } = await acme.as('Ivy').get(`/audit?action=${action}`);
  type Entry = {
    actorId: string;
    userId?: string;
    groupId?: string;
    values?: { field: string; before?: string; after?: string }[];
  };
  return (body['items'] as Entry[]).map(({ actorId, userId, groupId, values = [] }) => {
    const group = values.find(({ field }) => field === 'group');
    return [nameOf(actorId), userId && nameOf(userId), groupId, group?.after ?? group?.before];
  });
}
/** Adds people without a place in the chart; returns their names. */
async function crowd(size: number): Promise<string[]> {
  const people = Array.from({ length: size }, (_, n) => {
    const id = `00000001-0000-4000-8000-${String(n).padStart(12, '0')}`;
    return { id, name: `Extra ${n}`, email: `extra${n}@example.test`, roles: [] };
  });
  acme.people.push(...people);
  await acme.statement(
    `UNWIND $people AS one
     CREATE (:User:$($label) {tenantId: $tenantId, id: one.id, name: one.name, sortName: one.name, email: one.email, roles: [], active: true,
       createdAt: datetime($now), updatedAt: datetime($now)})`,
    { people, now: friday },
  );
  return people.map(({ name }) => name);
}

describe('a group that gives a part of the company', () => {
  it('makes its members partners once a second admin has approved it', async () => {
    const inside = await summaryOf('Dee');
    const outside = await summaryOf('Hal');
    const groupId = await push.create('HR Sales', ['Pat', 'Quin']);
    const { status, body } = await request({ groupId, ...belowBob() });
    expect(status).to.equal(201);
    expect(await readersOf(inside)).to.deep.equal([]);
    const { body: waiting } = await acme.as('Jan').get('/admin/approvals');
    const [approval = {}] = waiting['items'] as Body[];
    expect(approval['group']).to.deep.equal({ id: groupId, name: 'HR Sales' });
    expect(approval).to.not.have.property('user');
    expect(refusal(await approve(body['id'], 'Ivy'))).to.deep.equal([403, 'SAME_PERSON']);
    expect(refusal(await request({ groupId, ...belowBob() }, 'Jan'))).to.deep.equal([409, 'APPROVAL_STATE']);
    expect((await approve(body['id'])).status).to.equal(204);
    expect(await readersOf(inside)).to.deep.equal(['Pat', 'Quin']);
    expect(await readersOf(outside)).to.deep.equal([]);
    expect(await logged('partner.set')).to.have.deep.members([
      ['Jan', 'Pat', groupId, 'HR Sales'],
      ['Jan', 'Quin', groupId, 'HR Sales'],
    ]);
    expect(await logged('approval.request')).to.deep.equal([['Ivy', undefined, groupId, 'HR Sales']]);
    expect(await logged('partner-group.set')).to.deep.equal([['Jan', undefined, groupId, 'HR Sales']]);
  });

  it('follows its members: who joins reads from the next request on, and who leaves reads nothing', async () => {
    const path = await summaryOf('Dee');
    const groupId = await push.create('HR Sales', ['Pat']);
    await give(groupId, belowBob());
    await push.remove(groupId, 'Pat');
    expect(await statusOf('Pat', path)).to.equal(403);
    expect((await acme.as('Pat').get('/summaries')).body['items']).to.deep.equal([]);
    await push.add(groupId, 'Quin', 'Ron');
    expect(await readersOf(path)).to.deep.equal(['Quin', 'Ron']);
    await push.replace(groupId, 'HR of Sales', ['Ron', 'Sam', 'Pat']);
    expect(await readersOf(path)).to.deep.equal(['Pat', 'Ron', 'Sam']);
    await push.replace(groupId, 'HR of Sales', []);
    expect(await readersOf(path)).to.deep.equal([]);
    await push.add(groupId, 'Sam');
    const { body } = await acme.as('Ivy').get('/admin/partners');
    const [part = {}] = body['items'] as Body[];
    expect(part).to.deep.include({ group: { id: groupId, name: 'HR of Sales' }, from: '2026-11-20', to: '2027-06-30' });
    await push.deleteGroup(groupId);
    expect(await readersOf(path)).to.deep.equal([]);
    expect((await acme.as('Ivy').get('/admin/partners')).body['items']).to.deep.equal([]);
    expect((await acme.as('Ivy').get('/admin/partner-groups')).body['items']).to.deep.equal([]);
    expect(await logged('partner-group.end')).to.deep.equal([['service:okta', undefined, groupId, 'HR of Sales']]);
  });

  it('loses whom the directory deletes, whom it activates again is no member', async () => {
    const path = await summaryOf('Dee');
    const groupId = await push.create('HR Sales', ['Pat', 'Quin']);
    await give(groupId, belowBob());
    await push.deleteUser('Pat');
    expect((await acme.as('Ivy').post(`/admin/users/${acme.id('Pat')}/activate`)).status).to.equal(200);
    expect(await readersOf(path)).to.deep.equal(['Quin']);
    await push.setActive('Quin', false);
    expect(await statusOf('Quin', path)).to.equal(401);
    await push.setActive('Quin', true);
    expect(await readersOf(path)).to.deep.equal(['Quin']);
  });

  it('gives an admin and who has left nothing, until they are active members without the role', async () => {
    const paths = [await summaryOf('Dee'), await summaryOf('Cy')];
    const groupId = await push.create('HR Sales', ['Lea', 'Pat']);
    await push.setActive('Pat', false);
    await give(groupId, belowBob());
    const reading = async (): Promise<unknown[]> => {
      const { body } = await acme.as('Lea').get('/summaries');
      const of = await Promise.all(
        [...paths, '/summaries/reports/weekly-digest', '/mvp/nominations?period=2026-11'].map((path) =>
          statusOf('Lea', path),
        ),
      );
      return [...of, (body['items'] as unknown[]).length];
    };
    const nothing = [403, 403, 403, 403, 0];
    expect(await reading()).to.deep.equal(nothing);
    expect(await statusOf('Pat', paths[0] ?? '')).to.equal(401);
    const { body: parts } = await acme.as('Ivy').get(`/users/${acme.id('Dee')}/partners`);
    expect(parts['partners']).to.deep.equal([]);
    const setRoles = async (roles: string[]): Promise<void> => {
      expect((await acme.as('Ivy').patch(`/admin/users/${acme.id('Lea')}`, { roles })).status).to.equal(200);
    };
    await setRoles([]);
    expect(await reading()).to.deep.equal([200, 200, 200, 200, 2]);
    await setRoles(['admin']);
    expect(await reading()).to.deep.equal(nothing);
    await push.setActive('Pat', true);
    expect(await readersOf(paths[0] ?? '')).to.deep.equal(['Pat']);
  });

  it('gives the head of the part nothing, and leaves a term of somebody’s own', async () => {
    const { body } = await request({ userId: acme.id('Pat'), ...belowBob(), to: '2026-12-24' });
    await approve(body['id']);
    const groupId = await push.create('HR Sales', ['Bob', 'Pat']);
    const partId = await give(groupId, belowBob());
    const { body: given } = await acme.as('Ivy').get(`/admin/partner-groups/${partId}`);
    expect(given['partners']).to.equal(0);
    const { body: own } = await acme.as('Pat').get(`/users/${acme.id('Pat')}/partners`);
    expect((own['parts'] as Body[]).map(({ id, to, group }) => [id, to, group])).to.deep.equal([
      [body['id'], '2026-12-24', undefined],
    ]);
    await push.remove(groupId, 'Pat');
    expect(await statusOf('Pat', await summaryOf('Dee'))).to.equal(200);
  });

  it('begins and ends on its days, also for who joins before', async () => {
    const path = await summaryOf('Dee');
    const groupId = await push.create('HR Sales', ['Pat', 'Quin']);
    const { body } = await request({ groupId, ...belowBob(), from: '2026-11-23', to: '2026-11-24' });
    await approve(body['id']);
    await push.add(groupId, 'Ron');
    await push.remove(groupId, 'Quin');
    for (const [now, expected] of [
      ['2026-11-22T22:59:00.000Z', []],
      ['2026-11-22T23:00:00.000Z', ['Pat', 'Ron']],
      ['2026-11-24T22:59:00.000Z', ['Pat', 'Ron']],
      ['2026-11-24T23:00:00.000Z', []],
    ] as const) {
      api.clock.now = now;
      expect(await readersOf(path), now).to.deep.equal(expected);
    }
    await push.add(groupId, 'Sam');
    expect(await readersOf(path)).to.deep.equal([]);
    expect((await acme.statement('MATCH (:User {tenantId: $tenantId})-[p:PARTNER_OF]->() RETURN p')).length).to.equal(
      2,
    );
  });

  it('gives a part once: what is approved later takes the place of what was before', async () => {
    const groupId = await push.create('HR Sales', ['Pat']);
    await give(groupId, belowBob());
    const second = await give(groupId, { ...belowBob(), to: '2026-12-24' });
    await give(groupId, { department: 'IT' });
    const { body } = await acme.as('Ivy').get('/admin/partner-groups');
    const shown = (body['items'] as Body[]).map(({ to, below, department, partners }) => [
      to,
      (below as Body | undefined)?.['name'] ?? department,
      partners,
    ]);
    expect(shown).to.have.deep.members([
      ['2026-12-24', 'Bob', 1],
      ['2027-06-30', 'IT', 1],
    ]);
    expect((await acme.as('Ivy').get('/admin/partners')).body['items']).to.have.length(2);
    expect((await acme.as('Jan').delete(`/admin/partner-groups/${second}`)).status).to.equal(204);
    expect(await statusOf('Pat', await summaryOf('Dee'))).to.equal(403);
    expect(await statusOf('Pat', await summaryOf('Hal'))).to.equal(200);
  });

  it('gives a part beside another group: who leaves one of the two stays a partner', async () => {
    const path = await summaryOf('Dee');
    const [one, two] = [await push.create('HR Sales', ['Pat']), await push.create('HR', ['Pat'])];
    await give(one, belowBob());
    await give(two, belowBob());
    const digest = async (): Promise<string[]> => {
      const { body } = await acme.as('Pat').get('/summaries/reports/weekly-digest');
      return ((body['rows'] ?? []) as { user: { name: string } }[]).map(({ user }) => user.name);
    };
    expect(await digest()).to.have.members(['Cy', 'Dee']);
    await push.remove(one, 'Pat');
    expect(await digest()).to.have.members(['Cy', 'Dee']);
    await push.deleteGroup(two);
    expect([await digest(), await statusOf('Pat', path)]).to.deep.equal([[], 403]);
  });

  it('ends with the head of the part, who is erased', async () => {
    const groupId = await push.create('HR Sales', ['Pat']);
    const partId = await give(groupId, { belowId: acme.id('Cy') });
    const moved = await acme
      .as('Lea')
      .put(`/admin/org-chart/users/${acme.id('Dee')}/manager`, { managerId: acme.id('Bob') });
    expect(moved.status).to.equal(200);
    expect((await acme.as('Ivy').post(`/admin/users/${acme.id('Cy')}/erase`)).status).to.equal(200);
    expect(refusal(await acme.as('Ivy').get(`/admin/partner-groups/${partId}`))).to.deep.equal([404, 'PART_NOT_FOUND']);
    await push.add(groupId, 'Quin');
    expect((await acme.as('Ivy').get('/admin/partners')).body['items']).to.deep.equal([]);
  });
});

describe('a request for a group', () => {
  it('is refused for a group that is none, for both a group and a person, and for one’s own', async () => {
    const groupId = await push.create('HR Sales', ['Pat']);
    const foreign = await pushes({ of: neighbour }).create('HR Sales', ['Yan']);
    const pointerOf = async (change: object): Promise<unknown> => {
      const accept = { accept: 'application/problem+json' };
      const { status, body } = await acme.as('Ivy').post('/admin/approvals/partner', { ...days, ...change }, accept);
      const [{ pointer } = { pointer: null }] = (body['errors'] ?? []) as { pointer: string | null }[];
      return [status, body['code'], pointer];
    };
    const invalid = (pointer: string) => [400, 'VALIDATION_ERROR', pointer];
    expect(await pointerOf(belowBob())).to.deep.equal(invalid('/userId'));
    expect(await pointerOf({ ...belowBob(), groupId, userId: acme.id('Pat') })).to.deep.equal(invalid('/groupId'));
    for (const unknown of [foreign, acme.id('Pat')])
      expect(await pointerOf({ ...belowBob(), groupId: unknown })).to.deep.equal(invalid('/groupId'));
    expect(refusal(await request({ groupId, ...belowBob() }, 'Kim'))).to.deep.equal([403, 'FORBIDDEN']);
    await push.add(groupId, 'Ivy');
    expect(refusal(await request({ groupId, ...belowBob() }))).to.deep.equal([403, 'FORBIDDEN']);
    const { body } = await request({ groupId, ...belowBob() }, 'Jan');
    expect(refusal(await approve(body['id'], 'Ivy'))).to.deep.equal([403, 'FORBIDDEN']);
    expect((await approve(body['id'], 'Lea')).status).to.equal(204);
  });

  it('is not approved once an admin has brought somebody into the part, or the group is gone', async () => {
    const groupId = await push.create('HR Sales', ['Pat']);
    const move = () =>
      acme.as('Lea').put(`/admin/org-chart/users/${acme.id('Hal')}/manager`, { managerId: acme.id('Cy') });
    const join = () => acme.as('Lea').patch(`/admin/users/${acme.id('Gus')}`, { team: 'Sales' });
    for (const [part, bring] of [
      [belowBob(), move],
      [{ department: 'Sales' }, join],
    ] as const) {
      const { body } = await request({ groupId, ...part });
      api.clock.now = new Date(Date.parse(api.clock.now) + 60_000).toISOString();
      expect((await bring()).status).to.equal(200);
      expect(refusal(await approve(body['id']))).to.deep.equal([409, 'APPROVAL_STATE']);
      expect((await acme.as('Jan').post(`/admin/approvals/${String(body['id'])}/reject`)).status).to.equal(204);
    }
    const { body } = await request({ groupId, ...belowBob() });
    await push.deleteGroup(groupId);
    expect(refusal(await approve(body['id']))).to.deep.equal([409, 'APPROVAL_STATE']);
  });

  it('is no way into another company', async () => {
    const groupId = await push.create('HR Sales', ['Pat']);
    const partId = await give(groupId, belowBob());
    const zed = neighbour.as('Zed');
    expect((await zed.get('/admin/partner-groups')).body['items']).to.deep.equal([]);
    expect(refusal(await zed.get(`/admin/partner-groups/${partId}`))).to.deep.equal([404, 'PART_NOT_FOUND']);
    expect(refusal(await zed.delete(`/admin/partner-groups/${partId}`))).to.deep.equal([404, 'PART_NOT_FOUND']);
    for (const [method, path] of [
      ['get', ''],
      ['get', `/${partId}`],
      ['delete', `/${partId}`],
    ] as const)
      expect(refusal(await acme.as('Kim')[method](`/admin/partner-groups${path}`))).to.deep.equal([403, 'FORBIDDEN']);
    expect(await readersOf(await summaryOf('Dee'))).to.deep.equal(['Pat']);
  });
});

describe('the end of what a group gives', () => {
  it('is for all members; one of them ends by the directory alone', async () => {
    const path = await summaryOf('Dee');
    const groupId = await push.create('HR Sales', ['Pat', 'Quin']);
    const partId = await give(groupId, belowBob());
    const { body } = await acme.as('Ivy').get('/admin/partners');
    for (const { id } of body['items'] as Body[])
      expect(refusal(await acme.as('Ivy').delete(`/admin/partners/${String(id)}`))).to.deep.equal([
        409,
        'PART_OF_GROUP',
      ]);
    expect(await readersOf(path)).to.deep.equal(['Pat', 'Quin']);
    await forget();
    expect((await acme.as('Ivy').delete(`/admin/partner-groups/${partId}`)).status).to.equal(204);
    expect(await readersOf(path)).to.deep.equal([]);
    expect(refusal(await acme.as('Ivy').delete(`/admin/partner-groups/${partId}`))).to.deep.equal([
      404,
      'PART_NOT_FOUND',
    ]);
    expect((await events('partner.ended')).map(({ told }) => told)).to.have.deep.members([['Pat'], ['Quin'], ['Bob']]);
    expect((await events('org.partner_changed')).map(({ payload }) => payload)).to.deep.equal([
      { change: 'ended', groupName: 'HR Sales', belowName: 'Bob', by: 'admin' },
    ]);
    expect(await logged('partner.end')).to.have.deep.members([
      ['Ivy', 'Pat', groupId, 'HR Sales'],
      ['Ivy', 'Quin', groupId, 'HR Sales'],
    ]);
    await push.add(groupId, 'Ron');
    expect(await readersOf(path)).to.deep.equal([]);
  });
});

describe('the notices of a push', () => {
  const wide = ['Ivy', 'Jan', 'Kim', 'Lea'];
  it('reach the partner, the heads, and once the admins and the People Team', async () => {
    const groupId = await push.create('HR Sales', ['Pat']);
    await give(groupId, belowBob());
    await give(groupId, { department: 'IT' });
    expect((await events('partner.named')).map(({ told }) => told)).to.have.deep.members([
      ['Pat'],
      ['Bob'],
      ['Pat'],
      ['Gus'],
    ]);
    await forget();
    await push.replace(groupId, 'HR Sales', ['Quin', 'Ron']);
    const named = await events('partner.named');
    expect(named.map(({ told }) => told)).to.have.deep.members([
      ['Quin'],
      ['Ron'],
      ['Quin'],
      ['Ron'],
      ['Bob'],
      ['Gus'],
    ]);
    for (const { payload } of named) expect(payload).to.include({ by: 'directory', groupName: 'HR Sales' });
    expect(named.flatMap(({ told, payload }) => (told[0] === 'Bob' ? [payload] : []))).to.have.length(1);
    expect((await events('partner.ended')).map(({ told }) => told)).to.have.deep.members([['Pat'], ['Pat'], ['Bob']]);
    const [wideNotice, ...others] = await events('org.partner_changed');
    expect(others).to.deep.equal([]);
    expect(wideNotice?.told).to.deep.equal(wide);
    const { named: joined, ...rest } = wideNotice?.payload ?? {};
    expect(joined).to.have.members(['Quin', 'Ron']);
    expect(rest).to.deep.equal({
      change: 'members',
      groupName: 'HR Sales',
      moreNamed: 0,
      ended: ['Pat'],
      moreEnded: 0,
      by: 'directory',
    });
    await forget();
    await push.replace(groupId, 'HR Sales', ['Quin', 'Ron']);
    await push.replace(groupId, 'Renamed', ['Quin', 'Ron']);
    expect([...(await events('partner.named')), ...(await events('org.partner_changed'))]).to.deep.equal([]);
    await push.deleteGroup(groupId);
    expect((await events('org.partner_changed')).map(({ payload }) => payload['change'])).to.deep.equal([
      'group_deleted',
    ]);
  });
});

describe('a push beyond the bounds', () => {
  it('succeeds, names as many as there may be of a group, and says that somebody is missing', async () => {
    const names = await crowd(mostMembers + 2);
    const groupId = await push.create('HR Sales', names.slice(0, mostMembers + 1));
    expect(refusal(await request({ groupId, ...belowBob() }))).to.deep.equal([409, 'LIMIT_REACHED']);
    await push.remove(groupId, ...names.slice(mostMembers));
    const { body } = await request({ groupId, ...belowBob() });
    await push.add(groupId, names[mostMembers] ?? '');
    expect(refusal(await approve(body['id']))).to.deep.equal([409, 'LIMIT_REACHED']);
    await push.remove(groupId, ...names.slice(mostMembers - 1));
    expect((await approve(body['id'])).status).to.equal(204);
    await forget();
    await push.add(groupId, ...names.slice(mostMembers - 1));
    const { body: given } = await acme.as('Ivy').get(`/admin/partner-groups/${String(body['id'])}`);
    expect(given['partners']).to.equal(mostMembers);
    const [notice] = await events('org.partner_changed');
    expect(notice?.payload).to.include({ change: 'members', unnamed: 2 });
    expect(await events('partner.named')).to.have.length(2); // the partner and the head
  });

  it('names nobody who has as many parts as there may be, or where the company has', async () => {
    const hold = (who: string, most: number): Promise<unknown> =>
      acme.statement(
        `MATCH (u:User {tenantId: $tenantId, id: $userId}), (h:User {tenantId: $tenantId, id: $headId})
         UNWIND range(1, $most) AS n
         CREATE (u)-[:PARTNER_OF {tenantId: $tenantId, id: randomUUID(), headId: h.id, from: date('2026-11-20'), to: date('2027-01-01'),
           since: datetime('2026-11-20T00:00:00Z'), until: datetime('2027-01-02T00:00:00Z')}]->(h)`,
        { userId: acme.id(who), headId: acme.id('Gus'), most },
      );
    const path = await summaryOf('Dee');
    const groupId = await push.create('HR Sales', ['Pat']);
    await give(groupId, belowBob());
    await hold('Quin', mostParts);
    await forget();
    await push.add(groupId, 'Quin', 'Ron');
    expect(await readersOf(path)).to.deep.equal(['Pat', 'Ron']);
    expect((await events('org.partner_changed'))[0]?.payload).to.include({ unnamed: 1 });
    await hold('Hal', mostPartsOfTenant - mostParts - 2);
    await push.add(groupId, 'Sam');
    expect(await readersOf(path)).to.deep.equal(['Pat', 'Ron']);
    const other = await push.create('Other', ['Sam']);
    const { body } = await request({ groupId: other, ...belowBob() });
    expect(refusal(await approve(body['id']))).to.deep.equal([409, 'LIMIT_REACHED']);
    await push.remove(groupId, 'Pat');
    await push.replace(groupId, 'HR Sales', ['Ron']);
    await push.add(groupId, 'Sam');
    expect(await readersOf(path)).to.deep.equal(['Ron', 'Sam']);
  });
});

describe('any sequence of pushes', () => {
  /** A number from 0 to below `limit`: the same ones for a seed. */
  function dice(seed: number): (limit: number) => number {
    let state = seed;
    return (limit) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * limit);
    };
  }

  for (const seed of [7, 20_261_130]) {
    it(`gives sight to who is a member at that moment, seed ${seed}`, async function () {
      this.timeout(120_000);
      const roll = dice(seed);
      const names = ['Pat', 'Quin', 'Ron', 'Sam', 'Bob', 'Lea'];
      const paths = { bob: await summaryOf('Dee'), it: await summaryOf('Hal') };
      type Given = { part: keyof typeof paths; partId: string };
      const groups: { id: string; name: string; members: Set<string>; given: Given[] }[] = [];
      const admins = new Set(['Lea']);
      const left = new Set<string>();
      const some = (): string[] => names.filter((name) => !left.has(name) && roll(2) === 0);
      async function open(name: string): Promise<void> {
        const members = new Set(some());
        const id = await push.create(name, [...members]);
        groups.push({ id, name, members, given: [] });
      }
      const parts = { bob: belowBob(), it: { department: 'IT' } };
      const letGive = async (group: (typeof groups)[number], part: keyof typeof paths): Promise<void> => {
        const partId = await give(group.id, parts[part]);
        group.given = [...group.given.filter((one) => one.part !== part), { part, partId }];
      };
      for (const name of ['One', 'Two']) await open(name);
      await letGive(groups[0]!, 'bob');
      await letGive(groups[1]!, 'it');
      const group = () => groups[roll(groups.length)]!;
      const step: (() => Promise<string>)[] = [
        async () => {
          const [one, joining] = [group(), some()];
          await push.add(one.id, ...joining);
          for (const who of joining) one.members.add(who);
          return `${joining.join()} join ${one.name}`;
        },
        async () => {
          const [one, leaving] = [group(), names.filter(() => roll(3) === 0)];
          await push.remove(one.id, ...leaving);
          for (const who of leaving) one.members.delete(who);
          return `${leaving.join()} leave ${one.name}`;
        },
        async () => {
          const [one, members] = [group(), some()];
          await push.replace(one.id, one.name, members);
          one.members = new Set(members);
          return `${one.name} is ${members.join()}`;
        },
        async () => {
          const one = group();
          await push.deleteGroup(one.id);
          groups.splice(groups.indexOf(one), 1);
          await open(`${one.name}+`);
          return `${one.name} is deleted`;
        },
        async () => {
          const [one, part] = [group(), (['bob', 'it'] as const)[roll(2)]!];
          await letGive(one, part);
          return `${one.name} gives ${part}`;
        },
        async () => {
          const one = group();
          const [first] = one.given;
          if (!first) return 'nothing';
          expect((await acme.as('Ivy').delete(`/admin/partner-groups/${first.partId}`)).status).to.equal(204);
          one.given.shift();
          return `${one.name} gives ${first.part} no longer`;
        },
        async () => {
          const isAdmin = admins.has('Lea');
          await acme.as('Ivy').patch(`/admin/users/${acme.id('Lea')}`, { roles: isAdmin ? [] : ['admin'] });
          if (isAdmin) admins.delete('Lea');
          else admins.add('Lea');
          return `Lea is admin: ${!isAdmin}`;
        },
        async () => {
          const who = names[roll(3)]!;
          if (left.has(who)) {
            expect((await acme.as('Ivy').post(`/admin/users/${acme.id(who)}/activate`)).status).to.equal(200);
            left.delete(who);
            return `${who} is back`;
          }
          await push.deleteUser(who);
          left.add(who);
          for (const one of groups) one.members.delete(who);
          return `${who} is deleted`;
        },
      ];
      const done: string[] = [];
      for (let n = 0; n < 20; n += 1) {
        done.push(await step[roll(step.length)]!());
        for (const part of ['bob', 'it'] as const) {
          const wanted = names.filter(
            (who) =>
              !admins.has(who) &&
              !left.has(who) &&
              (groups.some(({ members, given }) => members.has(who) && given.some((one) => one.part === part)) ||
                (part === 'bob' && who === 'Bob')), // he is above her anyway
          );
          expect(await readersOf(paths[part], names), `${part}: ${done.join('; ')}`).to.deep.equal(wanted);
        }
      }
    });
  }
});

describe('a push whose commit is not answered', () => {
  const { api: unlucky, direct, database } = serviceBehindProxy({ planWithinMs: 60_000, answerWithinMs: 30_000 });
  it('names each partner once, and tells each once', async function () {
    this.timeout(60_000);
    const of = await company(direct, drawing);
    const calm = pushes({ of, on: direct });
    const groupId = await calm.create('HR Sales', ['Pat']);
    await give(groupId, { belowId: of.id('Bob') }, of);
    await forget(of);
    const losses = database.loseCommits();
    await pushes({ of, on: unlucky })
      .replace(groupId, 'HR Sales', ['Quin', 'Ron'])
      .finally(() => losses.stop());
    expect(losses.count(), 'commits that were lost').to.be.above(0);
    const told = await Promise.all(
      ['partner.named', 'partner.ended', 'org.partner_changed'].map((type) => events(type, of)),
    );
    expect(told.map((list) => list.length)).to.deep.equal([3, 2, 1]);
    const terms = await of.statement(
      'MATCH (u:User {tenantId: $tenantId})-[p:PARTNER_OF]->() WHERE p.until > datetime($now) RETURN u.name AS name ORDER BY name',
      { now: direct.clock.now },
    );
    expect(terms.map(({ name }) => name)).to.deep.equal(['Quin', 'Ron']);
  });
});
