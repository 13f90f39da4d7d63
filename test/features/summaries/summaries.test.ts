// Summaries: once a week, read and answered from above, by nobody else.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { fingerprint, freshCompany, refusal } from '../../support/company.ts';
import { aSummary } from '../../support/samples.ts';
import { service } from '../../support/service.ts';

const api = service();
const drawing = `
  Ada [Board] (senior_leadership)
    Bob [Sales] (senior_manager)
      Cy [Sales]
        Dee [Sales]
      Eve [Sales]
    Gus [People] (people_team)
    Ivy [IT] (admin)
`;
const acme = freshCompany(api, drawing);
const neighbour = freshCompany(api, 'Zoe (people_team, senior_leadership, admin)\n  Yan');
const submit = (who: string, change = {}) => acme.as(who).post('/summaries', aSummary(change));
const submitted = async (who: string, change = {}): Promise<string> =>
  `/summaries/${String((await submit(who, change)).body['id'])}`;
const outbox = async (): Promise<unknown[]> =>
  (
    await acme.statement(`MATCH (e:OutboxEvent {tenantId: $tenantId})
       RETURN e {.type, .key, .subjectId, .actorId, .recipientIds, .status, .attempts} AS event ORDER BY e.type DESC`)
  ).map(({ event }) => event);

describe('POST /summaries', () => {
  it('creates the summary of a week and says where it can be read', async () => {
    const { status, body, headers } = await submit('Dee', { proud: 'R&D: 3 < 5 & 7 > 2' });
    expect(status).to.equal(201);
    expect(headers.get('location')).to.equal(`/v1/summaries/${String(body['id'])}`);
    const { id, ...rest } = body;
    expect(id).to.match(/^[0-9a-f-]{36}$/);
    expect(rest).to.deep.equal({
      ...aSummary({ proud: 'R&D: 3 < 5 & 7 > 2' }),
      user: { id: acme.id('Dee'), name: 'Dee', team: 'Sales' },
      createdAt: '2026-11-20T10:00:00.000Z',
    });
  });

  it('gives its moment with three decimals, whatever they are', async () => {
    for (const [week, decimals] of ['000', '100', '120', '123', '007'].entries()) {
      api.clock.now = `2026-11-20T10:00:00.${decimals}Z`;
      const { body } = await submit('Dee', { weekStart: `2026-0${week + 1}-01` });
      expect(body['createdAt']).to.equal(api.clock.now);
      const read = await acme.as('Dee').get(`/summaries/${String(body['id'])}`);
      expect(read.body['createdAt']).to.equal(api.clock.now);
    }
  });

  it('takes one summary a user and week', async () => {
    const path = await submitted('Dee');
    const before = await fingerprint(api, acme.tenantId);
    const again = await submit('Dee', { weekStart: '2026-11-22', proud: 'Again' });
    expect([again.status, again.body['code']]).to.deep.equal([409, 'SUMMARY_EXISTS']);
    expect(again.headers.get('location')).to.equal(`/v1${path}`);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
    expect((await submit('Dee', { weekStart: '2026-11-23' })).status).to.equal(201);
    expect((await submit('Cy')).status).to.equal(201);
  });

  it('lets exactly one of fifty at once through', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => submit('Dee')));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).to.deep.equal([201, ...Array<number>(49).fill(409)]);
    expect(new Set(answers.map(({ headers }) => headers.get('location')))).to.have.length(1);
    expect(await outbox()).to.have.length(1);
  });

  it('writes the event that will notify the manager, once', async () => {
    const { body } = await submit('Dee');
    expect(await outbox()).to.deep.equal([
      {
        type: 'weekly_summary.submitted',
        key: `weekly_summary.submitted:${String(body['id'])}`,
        subjectId: body['id'],
        actorId: acme.id('Dee'),
        status: 'pending',
        attempts: 0,
      },
    ]);
  });

  it('cleans rich text by an allow-list and leaves the other texts as they are', async () => {
    const { body } = await submit('Dee', {
      proud: '<p onclick="x()">Hi<script>alert(1)</script></p>',
      learned: '<b>as sent</b>',
    });
    expect(body).to.include({ proud: '<p>Hi</p>', learned: '<b>as sent</b>' });
  });
});

describe('GET /summaries/{summaryId}', () => {
  it('is the whole summary, for its owner and everyone above, senior leadership and the People Team', async () => {
    const made = await submit('Dee');
    for (const who of ['Dee', 'Cy', 'Bob', 'Ada', 'Gus']) {
      const { status, body } = await acme.as(who).get(`/summaries/${String(made.body['id'])}`);
      expect([status, body]).to.deep.equal([200, made.body]);
    }
  });

  it('is closed to everybody else, an admin as such included', async () => {
    const path = await submitted('Cy');
    for (const who of ['Dee', 'Eve', 'Ivy']) {
      expect(await acme.as(who).get(path)).to.deep.include({ status: 403 });
    }
  });

  it("forbids a neighbour tenant's summary, whatever role is held at home", async () => {
    const path = await submitted('Dee');
    expect(refusal(await neighbour.as('Zoe').get(path))).to.deep.equal([403, 'FORBIDDEN']);
  });

  it('does not find what is nowhere', async () => {
    expect(refusal(await acme.as('Ada').get(`/summaries/${randomUUID()}`))).to.deep.equal([404, 'SUMMARY_NOT_FOUND']);
  });

  it('shows the response once there is one', async () => {
    const path = await submitted('Dee');
    const { body: response } = await acme.as('Bob').post(`${path}/response`, { body: 'Well done' });
    expect((await acme.as('Dee').get(path)).body['response']).to.deep.equal(response);
  });
});

describe('PATCH /summaries/{summaryId}', () => {
  it('changes scores, texts and week, and keeps id, owner and response', async () => {
    const path = await submitted('Dee');
    const { body: response } = await acme.as('Cy').post(`${path}/response`, { body: 'ok' });
    const change = aSummary({
      weekStart: '2026-11-11',
      scores: { qualityOfWork: 1, personalWellbeing: 2, professionalWellbeing: 1 },
      proud: 'new',
    });
    const { status, body } = await acme.as('Dee').patch(path, change);
    expect(status).to.equal(200);
    expect(body).to.deep.equal((await acme.as('Dee').get(path)).body);
    expect(body).to.deep.include({ ...change, weekStart: '2026-11-09', response });
  });

  it('refuses a week that has another own summary, and changes nothing', async () => {
    const path = await submitted('Dee');
    const other = await submitted('Dee', { weekStart: '2026-11-09' });
    await submit('Cy', { weekStart: '2026-11-09' });
    const before = await fingerprint(api, acme.tenantId);
    const change = aSummary({ weekStart: '2026-11-10', proud: 'moved' });
    const { status, body, headers } = await acme.as('Dee').patch(path, change);
    expect([status, body['code']]).to.deep.equal([409, 'SUMMARY_EXISTS']);
    expect(headers.get('location')).to.equal(`/v1${other}`);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });

  it('is for the owner alone', async () => {
    const path = await submitted('Dee');
    const before = await fingerprint(api, acme.tenantId);
    for (const who of ['Cy', 'Bob', 'Ada', 'Gus', 'Ivy', 'Eve']) {
      expect((await acme.as(who).patch(path, aSummary({ proud: who }))).status).to.equal(403);
    }
    expect((await neighbour.as('Zoe').patch(path, aSummary())).status).to.equal(403);
    expect((await acme.as('Dee').patch(`/summaries/${randomUUID()}`, aSummary())).body).to.include({
      code: 'SUMMARY_NOT_FOUND',
    });
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });

  it('asks for every field', async () => {
    const path = await submitted('Dee');
    expect(refusal(await acme.as('Dee').patch(path, { proud: 'alone' }))).to.deep.equal([400, 'VALIDATION_ERROR']);
  });
});

describe('POST /summaries/{summaryId}/response', () => {
  it('logs the one response of somebody above, at any distance', async () => {
    const path = await submitted('Dee');
    const { status, body } = await acme.as('Ada').post(`${path}/response`, { body: '<b>Bravo</b><script>x</script>' });
    expect(status).to.equal(201);
    const { id, ...rest } = body;
    expect(id).to.match(/^[0-9a-f-]{36}$/);
    expect(rest).to.deep.equal({
      manager: { id: acme.id('Ada'), name: 'Ada', team: 'Board' },
      body: '<b>Bravo</b>',
      createdAt: '2026-11-20T10:00:00.000Z',
    });
  });

  it('writes the event that will notify the employee', async () => {
    const path = await submitted('Dee');
    const { body } = await acme.as('Cy').post(`${path}/response`, { body: 'ok' });
    expect(await outbox()).to.deep.include({
      type: 'weekly_summary.responded',
      key: `weekly_summary.responded:${String(body['id'])}`,
      subjectId: path.split('/').at(-1),
      actorId: acme.id('Cy'),
      recipientIds: [acme.id('Dee')],
      status: 'pending',
      attempts: 0,
    });
  });

  it('takes one response, of fifty at once too', async () => {
    const path = await submitted('Dee');
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        acme.as(['Cy', 'Bob', 'Ada'][n % 3] ?? '').post(`${path}/response`, { body: `${n}` }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, ...Array<number>(49).fill(409)]);
    expect(new Set(answers.filter(({ status }) => status === 409).map(({ body }) => body['code']))).to.deep.equal(
      new Set(['RESPONSE_EXISTS']),
    );
    const locations = answers.map(({ status, headers }) => status === 409 && headers.get('location'));
    expect(new Set(locations)).to.deep.equal(new Set([false, `/v1${path}`]));
    const winner = answers.find(({ status }) => status === 201);
    expect((await acme.as('Dee').get(path)).body['response']).to.deep.equal(winner?.body);
  });

  it('is for people above alone: not the owner, not an organisation-wide role, not a neighbour', async () => {
    const path = await submitted('Dee');
    const before = await fingerprint(api, acme.tenantId);
    for (const who of ['Dee', 'Eve', 'Gus', 'Ivy']) {
      expect((await acme.as(who).post(`${path}/response`, { body: 'no' })).status).to.equal(403);
    }
    expect((await neighbour.as('Zoe').post(`${path}/response`, { body: 'no' })).status).to.equal(403);
    expect((await acme.as('Bob').post(`/summaries/${randomUUID()}/response`, { body: 'no' })).status).to.equal(404);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });
});
