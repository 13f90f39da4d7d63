// Drafts: of one person and week each, for their author alone, until the summary is submitted.
import { expect } from 'chai';
import { askAs } from '../../support/conditions.ts';
import { client, fingerprint, refusal, freshCompany } from '../../support/company.ts';
import { lockUser, startBeforeCommit } from '../../support/locks.ts';
import { aSummary } from '../../support/samples.ts';
import { friday, service } from '../../support/service.ts';

const api = service();
/** As another process: it shares nothing with the first but the database. */
const second = service();
const acme = freshCompany(api, 'Ada (admin, people_team, senior_leadership)\n  Bob\n    Cy');
const neighbour = freshCompany(api, 'Zoe (people_team, admin)');

const path = '/summary-drafts/2026-11-18';
const save = (body: object = { proud: 'A first <b>thought</b>' }, who = 'Cy') => acme.as(who).put(path, body);
const read = () => acme.as('Cy').get(path);
const missing = [404, 'DRAFT_NOT_FOUND'];

describe('a draft', () => {
  it('is saved as often as one likes, each time as a whole, and is no change that others hear of', async () => {
    const partial = { scores: { qualityOfWork: 4 }, proud: '<p>Done</p><script>1</script>', learned: '' };
    const saved = await save(partial);
    expect([saved.status, saved.body]).to.deep.equal([
      200,
      { weekStart: '2026-11-16', ...partial, proud: '<p>Done</p>', savedAt: friday },
    ]);
    expect((await read()).body).to.deep.equal(saved.body);
    api.clock.now = '2026-11-20T10:05:00.000Z';
    await save({ obstacles: 'The printer.' });
    await save({});
    expect((await read()).body).to.deep.equal({ weekStart: '2026-11-16', savedAt: api.clock.now });
    const rows = await acme.statement(`
       MATCH (n {tenantId: $tenantId}) WHERE n:ChangeEntry OR n:OutboxEvent OR n:AuditEntry OR n:SummaryDraft
       RETURN toString(count(n)) AS count`);
    expect(rows).to.deep.equal([{ count: '1' }]);
  });

  it('is for its author alone', async () => {
    await save();
    for (const other of [acme.as('Bob'), acme.as('Ada'), neighbour.as('Zoe')]) {
      expect(refusal(await other.get(path))).to.deep.equal(missing);
      expect((await other.delete(path)).status).to.equal(204);
    }
    expect((await read()).status).to.equal(200);
    await save({}, 'Bob');
    expect((await read()).body).to.include({ proud: 'A first <b>thought</b>' });
    for (const list of ['/summaries', '/home', `/users/${acme.id('Cy')}/overview`])
      expect(JSON.stringify((await acme.as('Ada').get(list)).body)).to.not.include('thought');
  });

  it('is gone when the summary is submitted, and cannot be saved beside it', async () => {
    await save();
    const { body } = await acme.as('Cy').post('/summaries', aSummary());
    expect(refusal(await read())).to.deep.equal(missing);
    const before = await fingerprint(api, acme.tenantId);
    const again = await save();
    expect([refusal(again), again.headers.get('location')]).to.deep.equal([
      [409, 'SUMMARY_EXISTS'],
      `/v1/summaries/${String(body['id'])}`,
    ]);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });

  it('never stands beside a summary that another process submits at the same time', async () => {
    const there = client(second, () => acme.token('Cy'));
    const ask = () => Promise.all([save(), there.post('/summaries', aSummary())]);
    const [saved, submitted] = await startBeforeCommit(api, lockUser(acme.id('Cy')), 2, ask);
    expect(submitted?.status).to.equal(201);
    expect(saved?.status).to.be.oneOf([200, 409]);
    expect(refusal(await read())).to.deep.equal(missing);
  });

  it('is deleted, and deleting it again changes nothing', async () => {
    await save();
    for (const { status } of [await acme.as('Cy').delete(path), await acme.as('Cy').delete(path)])
      expect(status).to.equal(204);
    expect(refusal(await read())).to.deep.equal(missing);
  });

  it('has the bounds of a summary', async () => {
    const before = await fingerprint(api, acme.tenantId);
    for (const body of [
      { proud: 'a'.repeat(10_001) },
      { scores: { qualityOfWork: 6 } },
      { scores: { mood: 1 } },
      { weekStart: '2026-11-16' },
      { learned: null },
    ])
      expect(refusal(await save(body)), JSON.stringify(body)).to.deep.equal([400, 'VALIDATION_ERROR']);
    for (const day of ['2026-11-30', '2026-02-30', 'now'])
      expect(refusal(await acme.as('Cy').put(`/summary-drafts/${day}`, {})), day).to.deep.equal([
        400,
        'VALIDATION_ERROR',
      ]);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
    expect((await acme.as('Cy').put('/summary-drafts/2026-11-29', {})).status).to.equal(200);
  });

  it('minds If-Match: of two devices, the one that has not seen the last save is told', async () => {
    await save();
    const match = { 'if-match': (await read()).headers.get('etag') ?? '' };
    const ask = askAs(api, acme, 'Cy');
    const sent = [await ask('PUT', path, match, { proud: 'One' }), await ask('PUT', path, match, { proud: 'Two' })];
    expect(sent.map(({ status }) => status)).to.deep.equal([200, 412]);
  });
});
