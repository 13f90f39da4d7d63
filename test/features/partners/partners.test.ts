// Partners: what the People Team may, for the people of a part of the company, and for nobody else.
import { expect } from 'chai';
import { type Answer, freshCompany } from '../../support/company.ts';
import { decisionClient } from '../../support/decisions.ts';
import { aQuestion, aSummary } from '../../support/samples.ts';
import { service } from '../../support/service.ts';

const api = service();
/** Pat, the partner, is in the company herself: below Gus, in IT. Cy has an account of an admin who may decide with Ivy. */
const drawing = `
  Ada [Board]
    Bob [Sales]
      Cy [Sales]
        Dee [Sales]
      Eve [Sales]
    Gus [IT]
      Hal [IT]
        Pat [IT]
          Quin [IT]
      Ron [IT]
    Ivy [Board] (admin)
    Jan [Board] (admin)
    Kim [Board] (people_team)
`;
const acme = freshCompany(api, drawing);

type Body = Record<string, unknown>;
const days = { from: '2026-11-20', to: '2027-06-30' };
const request = (change: object, by = 'Ivy'): Promise<Answer<Body>> =>
  acme.as(by).post('/admin/approvals/partner', { userId: acme.id('Pat'), ...days, ...change });
const approve = (id: unknown, by = 'Jan'): Promise<Answer<Body>> =>
  acme.as(by).post(`/admin/approvals/${String(id)}/approve`);
/** Names Pat the partner of a part; returns its id. */
async function name(part: object): Promise<string> {
  const { status, body } = await request(part);
  expect([status, body['message']]).to.deep.equal([201, undefined]);
  expect((await approve(body['id'])).status).to.equal(204);
  const { body: listed } = await acme.as('Ivy').get('/admin/partners');
  expect((listed['items'] as { id: string }[]).map(({ id }) => id)).to.include(body['id']);
  return String(body['id']);
}
const belowBob = () => ({ belowId: acme.id('Bob') });
const summaryOf = async (who: string): Promise<string> =>
  `/summaries/${String((await acme.as(who).post('/summaries', aSummary())).body['id'])}`;
const statusOf = async (who: string, path: string): Promise<number> => (await acme.as(who).get(path)).status;
const namesOf = (rows: unknown): string[] => (rows as { user: { name: string } }[]).map(({ user }) => user.name);
const digestOf = async (who: string): Promise<string[] | number> => {
  const { status, body } = await acme.as(who).get('/summaries/reports/weekly-digest');
  return status === 200 ? namesOf(body['rows']) : status;
};

describe('a partner', () => {
  it('reads what the People Team reads, of everyone below a person', async () => {
    const path = await summaryOf('Dee');
    const outside = await summaryOf('Ron');
    expect(await statusOf('Pat', path)).to.equal(403);
    await name(belowBob());
    expect(await statusOf('Pat', path)).to.equal(200);
    expect(await statusOf('Pat', outside)).to.equal(403);
    expect(await digestOf('Pat')).to.have.members(['Cy', 'Dee', 'Eve', 'Quin']);
    const paths = (who: string): string[] => [
      `/goals/board?userId=${acme.id(who)}`,
      `/goals?userId=${acme.id(who)}`,
      `/users/${acme.id(who)}/scores`,
      `/users/${acme.id(who)}/absences`,
      `/users/${acme.id(who)}/partners`,
      `/org/users/${acme.id(who)}/chain`,
      `/org/users/${acme.id(who)}/managers`,
      `/org/users/${acme.id(who)}/manager-history`,
      `/org/chart?rootId=${acme.id(who)}`,
    ];
    for (const who of ['Cy', 'Dee', 'Eve'])
      for (const one of paths(who)) expect(await statusOf('Pat', one), one).to.equal(200);
    for (const who of ['Bob', 'Ron', 'Hal', 'Gus', 'Ada'])
      for (const one of paths(who)) expect(await statusOf('Pat', one), one).to.equal(403);
    const { body } = await acme.as('Pat').get('/summaries');
    expect(namesOf(body['items'])).to.deep.equal(['Dee']);
  });

  it('gets the org chart of everyone below somebody of the part; of a department only those who are in it', async () => {
    const chartOf = async (who: string): Promise<unknown[]> => {
      const { body } = await acme.as('Pat').get<Body[]>(`/org/chart?rootId=${acme.id(who)}`);
      return body.map((row) => row['name']);
    };
    await name(belowBob());
    expect(await chartOf('Cy')).to.deep.equal(['Cy', 'Dee']);
    await name({ department: 'Sales' });
    expect((await acme.as('Ivy').patch(`/admin/users/${acme.id('Dee')}`, { team: 'Board' })).status).to.equal(200);
    expect(await chartOf('Bob')).to.deep.equal(['Bob', 'Cy', 'Eve']); // by the department
    expect(await chartOf('Cy')).to.deep.equal(['Cy', 'Dee']); // by the line
  });

  it('reads no words of a question that was asked of others', async () => {
    const { body: asked } = await acme
      .as('Kim')
      .post('/questions', aQuestion({ audience: { type: 'below', userId: acme.id('Bob') } }));
    const report = `/reports/question?questionId=${String(asked['id'])}`;
    await name({ department: 'IT' });
    expect(await statusOf('Kim', report)).to.equal(200);
    expect(await statusOf('Pat', report)).to.equal(403);
    await name(belowBob());
    expect(await statusOf('Pat', report)).to.equal(200);
  });

  it('does not answer, edit, or do what only the tenant has', async () => {
    const path = await summaryOf('Dee');
    await name(belowBob());
    expect((await acme.as('Pat').post(`${path}/response`, { body: 'Well done.' })).status).to.equal(403);
    expect((await acme.as('Pat').patch(path, aSummary())).status).to.equal(403);
    for (const one of ['/admin/settings', '/audit', '/admin/webhooks', '/admin/partners', '/admin/approvals'])
      expect(await statusOf('Pat', one), one).to.equal(403);
  });

  it('reads a department, but neither themself nor anybody above them', async () => {
    await name({ department: ' it ' });
    expect(await digestOf('Pat')).to.have.members(['Quin', 'Ron']);
    for (const who of ['Hal', 'Gus']) expect(await statusOf('Pat', await summaryOf(who)), who).to.equal(403);
    expect(await statusOf('Pat', await summaryOf('Ron'))).to.equal(200);
  });

  it('sees who comes into the part from the next request on, and nobody who has left it', async () => {
    await name(belowBob());
    const path = await summaryOf('Ron');
    const move = (who: string, manager: string): Promise<Answer<Body>> =>
      acme.as('Ivy').put(`/admin/org-chart/users/${acme.id(who)}/manager`, { managerId: acme.id(manager) });
    expect((await move('Ron', 'Cy')).status).to.equal(200);
    expect(await statusOf('Pat', path)).to.equal(200);
    expect((await move('Ron', 'Gus')).status).to.equal(200);
    expect(await statusOf('Pat', path)).to.equal(403);
  });

  it('is in the previews of plans, which count who comes into the part and who leaves it', async () => {
    await name(belowBob());
    const moves = [
      { userId: acme.id('Hal'), managerId: acme.id('Bob') },
      { userId: acme.id('Eve'), managerId: acme.id('Gus') },
    ];
    const { body: plan } = await acme.as('Ivy').post<Body>('/admin/org-plans', { name: 'Swap', moves });
    const { status, body } = await acme.as('Ivy').get<Body>(`/admin/org-plans/${String(plan['id'])}/preview`);
    expect(status).to.equal(200);
    const { partners } = body['sight'] as { partners: { user: { name: string }; gains: number; loses: number }[] };
    // Hal is above Pat, and Quin below Hal is Pat's own report
    expect(partners.map(({ user, ...counts }) => [user.name, counts])).to.deep.equal([['Pat', { gains: 1, loses: 1 }]]);
  });

  it('is the partner from the first day to the last', async () => {
    const path = await summaryOf('Dee');
    await name({ ...belowBob(), from: '2026-11-23', to: '2026-11-24' });
    expect(await statusOf('Pat', path)).to.equal(403);
    for (const [now, expected] of [
      ['2026-11-22T22:59:00.000Z', 403],
      ['2026-11-22T23:00:00.000Z', 200],
      ['2026-11-24T22:59:00.000Z', 200],
      ['2026-11-24T23:00:00.000Z', 403],
    ] as const) {
      api.clock.now = now;
      expect(await statusOf('Pat', path), now).to.equal(expected);
    }
  });

  it('passes nothing on to their deputy, and gets nothing as the deputy of somebody', async () => {
    const path = await summaryOf('Dee');
    await name(belowBob());
    const term = { from: '2026-11-20', to: '2026-11-27', rights: ['read', 'answer'] };
    expect((await acme.as('Pat').put(`/users/${acme.id('Pat')}/deputies/${acme.id('Ron')}`, term)).status).to.equal(
      200,
    );
    expect(await statusOf('Ron', path)).to.equal(403);
    expect((await acme.as('Gus').put(`/users/${acme.id('Gus')}/deputies/${acme.id('Pat')}`, term)).status).to.equal(
      200,
    );
    expect(await digestOf('Pat')).to.have.members(['Cy', 'Dee', 'Eve', 'Hal', 'Quin', 'Ron']);
  });

  it('asks the people of the part, sees these questions alone, and changes them', async () => {
    const ask = (by: string, audience: object): Promise<Answer<Body>> =>
      acme.as(by).post('/questions', aQuestion({ audience }));
    const of = (await ask('Kim', { type: 'tenant' })).body['id'];
    const below = (who: string) => ({ type: 'below', userId: acme.id(who) });
    expect((await ask('Pat', below('Bob'))).status).to.equal(403);
    await name(belowBob());
    await name({ department: 'Sales' });
    const made: unknown[] = [];
    for (const audience of [
      below('Bob'),
      below('Cy'),
      { type: 'department', name: 'Sales' },
      { type: 'team', name: 'Sales' },
    ]) {
      const { status, body } = await ask('Pat', audience);
      expect(status, JSON.stringify(body)).to.equal(201);
      made.push(body['id']);
    }
    for (const audience of [{ type: 'tenant' }, below('Ada'), below('Gus'), { type: 'department', name: 'IT' }])
      expect((await ask('Pat', audience)).status, JSON.stringify(audience)).to.equal(403);
    const { body: listed } = await acme.as('Pat').get('/questions');
    expect((listed['items'] as Body[]).map(({ id }) => id)).to.have.members(made);
    expect((await acme.as('Pat').patch(`/questions/${String(made[0])}`, { isRequired: true })).status).to.equal(200);
    for (const [id, expected] of [
      [made[0], 200],
      [of, 403],
    ] as const)
      expect(await statusOf('Pat', `/questions/${String(id)}`)).to.equal(expected);
  });

  it('reads the nominations that name nobody outside the part', async () => {
    const nominate = (who: string): Promise<Answer<Body>> =>
      acme.as('Ada').post('/mvp/nominations/individual', { nomineeUserId: acme.id(who), reason: 'Calm.' });
    await acme.as('Ivy').patch('/admin/settings', { nominationDays: '1-31' });
    expect((await nominate('Dee')).status).to.equal(201);
    const both = { teamName: 'Both', memberUserIds: [acme.id('Eve'), acme.id('Ron')], reason: 'Together.' };
    expect((await acme.as('Hal').post('/mvp/nominations/team', both)).status).to.equal(201);
    const listed = async (): Promise<string[] | number> => {
      const { status, body } = await acme.as('Pat').get('/mvp/nominations?period=2026-11');
      return status === 200
        ? (body['items'] as { nominees: { name: string }[] }[]).flatMap(({ nominees }) =>
            nominees.map(({ name: who }) => who),
          )
        : status;
    };
    expect(await listed()).to.equal(403);
    await name(belowBob());
    expect(await listed()).to.deep.equal(['Dee']);
  });

  it('gets the figures of a department only as the People Team has them, if the part has the whole of it', async () => {
    for (const who of ['Bob', 'Cy', 'Dee', 'Eve']) await summaryOf(who);
    await acme.statement('MATCH (t:Tenant {id: $tenantId}) SET t.minimumGroup = 1');
    api.clock.now = '2026-11-27T10:00:00.000Z';
    const rows = async (who: string): Promise<Body[]> => {
      const { body } = await acme.as(who).get('/reports/check-ins');
      return (body['rows'] as Body[]).filter(({ week }) => week === '2026-11-16');
    };
    const ofSales = (all: Body[]): Body | undefined => all.find(({ department }) => department === 'Sales');
    await name(belowBob()); // not Bob
    expect(ofSales(await rows('Pat'))).to.deep.equal({
      week: '2026-11-16',
      scope: 'department',
      department: 'Sales',
      people: 3,
    });
    await name({ department: 'Sales' });
    const whole = ofSales(await rows('Pat'));
    expect(whole).to.deep.equal(ofSales(await rows('Kim')));
    expect(whole).to.include.keys('rate');
  });

  it('leaves an entry of each read, which names no role', async () => {
    await name(belowBob());
    await acme.as('Pat').get(await summaryOf('Dee'));
    await digestOf('Pat');
    const { body } = await acme.as('Ivy').get('/audit');
    const entries = (body['items'] as { action: string; actorId: string; values?: object[] }[]).filter(
      ({ actorId }) => actorId === acme.id('Pat'),
    );
    expect(entries.map(({ action }) => action)).to.have.members(['summary.read', 'digest.list']);
    for (const { values } of entries) expect(values).to.deep.include({ field: 'by', after: 'partner' });
  });
});

describe('naming a partner', () => {
  it('needs a second admin, whatever the settings say', async () => {
    const { body } = await request(belowBob());
    expect((await approve(body['id'], 'Ivy')).body['code']).to.equal('SAME_PERSON');
    expect(await digestOf('Pat')).to.deep.equal(['Quin']);
    expect((await approve(body['id'])).status).to.equal(204);
    expect(await digestOf('Pat')).to.have.members(['Cy', 'Dee', 'Eve', 'Quin']);
  });

  it('is refused for oneself, for an admin, and for what is no part', async () => {
    const codeOf = async (change: object, by?: string): Promise<unknown> => {
      const { status, body } = await request(change, by);
      return `${status} ${String(body['code'])}`;
    };
    expect(await codeOf({ userId: acme.id('Ivy'), ...belowBob() })).to.equal('403 FORBIDDEN');
    expect(await codeOf({ userId: acme.id('Jan'), ...belowBob() })).to.equal('409 APPROVAL_STATE');
    expect(await codeOf({})).to.equal('400 VALIDATION_ERROR');
    expect(await codeOf({ ...belowBob(), department: 'IT' })).to.equal('400 VALIDATION_ERROR');
    expect(await codeOf({ department: 'Mars' })).to.equal('400 VALIDATION_ERROR');
    expect(await codeOf({ belowId: acme.id('Pat') })).to.equal('400 VALIDATION_ERROR');
    expect(await codeOf({ ...belowBob(), to: '2026-11-01' })).to.equal('400 VALIDATION_ERROR');
    expect(await codeOf(belowBob(), 'Kim')).to.equal('403 FORBIDDEN');
  });

  it('ends when an admin ends it, and sleeps while the partner is an admin', async () => {
    const partId = await name(belowBob());
    const path = await summaryOf('Dee');
    expect((await acme.as('Ivy').patch(`/admin/users/${acme.id('Pat')}`, { roles: ['admin'] })).status).to.equal(200);
    expect(await statusOf('Pat', path)).to.equal(403);
    expect((await acme.as('Ivy').patch(`/admin/users/${acme.id('Pat')}`, { roles: [] })).status).to.equal(200);
    expect(await statusOf('Pat', path)).to.equal(200);
    expect((await acme.as('Ivy').delete(`/admin/partners/${partId}`)).status).to.equal(204);
    expect(await statusOf('Pat', path)).to.equal(403);
    expect((await acme.as('Ivy').delete(`/admin/partners/${partId}`)).body['code']).to.equal('PART_NOT_FOUND');
  });

  it('is seen by everybody in the part', async () => {
    await name(belowBob());
    const { body } = await acme.as('Dee').get(`/users/${acme.id('Dee')}/partners`);
    const [part] = body['partners'] as Body[];
    expect(part).to.deep.include({ from: '2026-11-20', to: '2027-06-30' });
    expect([(part?.['partner'] as Body)['name'], (part?.['below'] as Body)['name']]).to.deep.equal(['Pat', 'Bob']);
    const own = await acme.as('Pat').get(`/users/${acme.id('Pat')}/partners`);
    expect((own.body['parts'] as Body[]).map(({ id }) => id)).to.deep.equal([part?.['id']]);
    expect(own.body['partners']).to.deep.equal([]);
  });
});

describe('decisions about a partner', () => {
  it('say that a part permits, and which', async () => {
    const partId = await name(belowBob());
    const ask = decisionClient(api, acme);
    const { body } = await ask('evaluation', {
      subject: { type: 'user', id: acme.id('Pat') },
      action: { name: 'summaries:read' },
      resource: { type: 'user', id: acme.id('Dee') },
    });
    const { orgRevision: _, ...context } = (body as { context: Body }).context;
    expect(context).to.deep.equal({
      rule: 'partner',
      partId,
      levels: 2,
      path: ['Bob', 'Cy', 'Dee'].map((who) => acme.id(who)),
    });
  });
});
