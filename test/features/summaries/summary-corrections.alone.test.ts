// What may still be corrected: a summary is withdrawn, and submitted one week ahead at most; a response is edited.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { askAs } from '../../support/conditions.ts';
import { fingerprint, freshCompany, refusal } from '../../support/company.ts';
import { endDueEvents, startInProcessWorker } from '../../support/in-process-worker.ts';
import { inbox } from '../../support/inbox.ts';
import { startBeforeCommit } from '../../support/locks.ts';
import { settled } from '../../support/outbox.ts';
import { aSummary } from '../../support/samples.ts';
import { friday, service } from '../../support/service.ts';

const api = service();
const acme = freshCompany(api, 'Ada (admin, people_team)\n  Bob\n    Cy');
const neighbour = freshCompany(api, 'Zoe (people_team, admin)\n  Yan');
const submit = async (change = {}): Promise<string> => {
  const { status, body } = await acme.as('Cy').post('/summaries', aSummary(change));
  expect(status).to.equal(201);
  return `/summaries/${String(body['id'])}`;
};
const countNodes = async (label: string): Promise<number> => {
  const text = `MATCH (n {tenantId: $tenantId}) WHERE $label IN labels(n) RETURN toString(count(n)) AS count`;
  const [row] = await acme.statement(text, { label });
  return Number(row?.['count']);
};

describe('DELETE /summaries/{summaryId}', () => {
  it('withdraws an own summary, so that the week is free again', async () => {
    const path = await submit();
    expect((await acme.as('Cy').delete(path)).status).to.equal(204);
    for (const who of ['Cy', 'Bob']) {
      expect(refusal(await acme.as(who).get(path))).to.deep.equal([404, 'SUMMARY_NOT_FOUND']);
    }
    expect(await acme.as('Cy').delete(path)).to.include({ status: 404 });
    await submit();
  });

  it('says so in the change log', async () => {
    const path = await submit();
    await acme.as('Cy').delete(path);
    const entries = await acme.statement(`MATCH (c:ChangeEntry {tenantId: $tenantId}) WHERE c.type STARTS WITH 'summary'
       RETURN c.type + ' ' + c.subjectId AS change ORDER BY c.recordedAt`);
    const id = path.split('/').at(-1);
    expect(entries.map(({ change }) => change)).to.deep.equal([`summary.submitted ${id}`, `summary.withdrawn ${id}`]);
  });

  it('is refused once the summary has a response, and once its week is over where the tenant is', async () => {
    const answered = await submit();
    await acme.as('Bob').post(`${answered}/response`, { body: 'Well done' });
    const old = await submit({ weekStart: '2026-11-09' });
    for (const path of [answered, old]) {
      const before = await fingerprint(api, acme.tenantId);
      expect(refusal(await acme.as('Cy').delete(path))).to.deep.equal([409, 'SUMMARY_FINAL']);
      expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
    }
    const ahead = await submit({ weekStart: '2026-11-23' });
    api.clock.now = '2026-11-29T23:30:00Z';
    await acme.statement(`MATCH (t:Tenant {id: $tenantId}) SET t.timezone = 'Europe/Berlin'`);
    expect(await acme.as('Cy').delete(ahead)).to.include({ status: 409 });
    await acme.statement(`MATCH (t:Tenant {id: $tenantId}) SET t.timezone = 'UTC'`);
    expect(await acme.as('Cy').delete(ahead)).to.include({ status: 204 });
  });

  it('goes by the earliest week that the summary had, whatever week it was given since', async () => {
    const old = await submit({ weekStart: '2026-10-12' });
    expect(await acme.as('Cy').patch(old, aSummary({ weekStart: '2026-11-23' }))).to.include({ status: 200 });
    expect(await acme.as('Cy').patch(old, aSummary({ weekStart: '2026-11-16' }))).to.include({ status: 200 });
    const corrected = await submit({ weekStart: '2026-11-23' });
    for (const weekStart of ['2026-11-09', '2026-11-23'])
      expect(await acme.as('Cy').patch(corrected, aSummary({ weekStart }))).to.include({ status: 200 });
    for (const path of [old, corrected]) {
      const before = await fingerprint(api, acme.tenantId);
      expect(refusal(await acme.as('Cy').delete(path))).to.deep.equal([409, 'SUMMARY_FINAL']);
      expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
    }
  });

  it('is possible where the week was corrected, but none of its weeks is over', async () => {
    const path = await submit();
    for (const weekStart of ['2026-11-23', '2026-11-16', '2026-11-23'])
      expect(await acme.as('Cy').patch(path, aSummary({ weekStart }))).to.include({ status: 200 });
    expect(await acme.as('Cy').delete(path)).to.include({ status: 204 });
  });

  it('is for the author alone', async () => {
    const path = await submit();
    const before = await fingerprint(api, acme.tenantId);
    for (const other of [acme.as('Bob'), acme.as('Ada'), neighbour.as('Zoe')]) {
      expect(refusal(await other.delete(path))).to.deep.equal([403, 'FORBIDDEN']);
    }
    expect(await acme.as('Cy').delete(`/summaries/${randomUUID()}`)).to.include({ status: 404 });
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });

  it('or a response: one of the two at once', async () => {
    for (const attempt of [1, 2, 3, 4, 5, 6]) {
      const path = await submit({ weekStart: '2026-11-16' });
      const [withdrawn, answered] = await Promise.all([
        acme.as('Cy').delete(path),
        acme.as('Bob').post(`${path}/response`, { body: `Attempt ${attempt}` }),
      ]);
      expect([
        [204, 404],
        [409, 201],
      ]).to.deep.include([withdrawn.status, answered.status]);
      if (withdrawn.status === 409) return;
    }
  });

  it('takes the notification and the mail about it along, delivered or not', async () => {
    await endDueEvents(api);
    const mailbox = await inbox();
    try {
      await acme.as('Cy').delete(await submit());
      const path = await submit();
      const worker = startInProcessWorker(api, { ses: mailbox.url });
      await settled(api, acme).finally(() => worker.stop());
      expect([await countNodes('Notification'), await countNodes('OutboxEvent')]).to.deep.equal([1, 2]);
      await acme.as('Cy').delete(path);
      expect([await countNodes('Notification'), await countNodes('OutboxEvent')]).to.deep.equal([0, 0]);
    } finally {
      await mailbox.close();
    }
  });

  it('and submitting again, also by another week, mails a manager once for the week, and a new manager too', async () => {
    await endDueEvents(api);
    const mailbox = await inbox();
    const at = { ses: mailbox.url, now: () => new Date(api.clock.now) };
    type Sent = { destination: { to: string[] }; messageId: string; subject: string };
    const stored = async (): Promise<Sent[]> =>
      ((await (await fetch(`${mailbox.url}/store`)).json()) as { emails: Sent[] }).emails;
    const earlier = new Set((await stored()).map(({ messageId }) => messageId));
    const mailsTo = async (who: string): Promise<number> =>
      (await stored()).filter(
        ({ destination: { to }, messageId, subject }) =>
          to[0]?.includes(who) && !earlier.has(messageId) && !subject.includes('not report to you'),
      ).length;
    const worker = startInProcessWorker(api, at);
    try {
      for (const round of [1, 2, 3]) {
        const path = await submit();
        await settled(api, acme);
        expect(await countNodes('Notification'), `round ${round}`).to.equal(1);
        if (round === 2) await acme.as('Cy').patch(path, aSummary({ weekStart: '2026-11-23' }));
        expect(await acme.as('Cy').delete(path)).to.include({ status: 204 });
      }
      expect(await mailsTo('Bob')).to.equal(1);
      await acme.as('Ada').put(`/admin/org-chart/users/${acme.id('Cy')}/manager`, { managerId: acme.id('Ada') });
      await submit();
      await submit({ weekStart: '2026-11-23' });
      await settled(api, acme);
      expect([await mailsTo('Ada'), await mailsTo('Bob')]).to.deep.equal([2, 1]);
    } finally {
      await worker.stop();
      await mailbox.close();
    }
  });

  it('and submitting again mails a manager to whom the message of the first was not sent', async () => {
    await endDueEvents(api);
    const mailbox = await inbox();
    const worker = startInProcessWorker(api, { ses: mailbox.url, now: () => new Date(api.clock.now) });
    const mails = async (): Promise<number> => {
      const [row] = await acme.statement('MATCH (n:Notification {tenantId: $tenantId}) RETURN n.id AS id');
      return (await mailbox.mails(String(row?.['id']))).length;
    };
    const bob = { id: acme.id('Bob') };
    try {
      await acme.statement('MATCH (u:User {tenantId: $tenantId, id: $id}) SET u.emailStopped = u.email', bob);
      const path = await submit();
      await settled(api, acme);
      expect(await mails()).to.equal(0);
      await acme.as('Cy').delete(path);
      await acme.statement('MATCH (u:User {tenantId: $tenantId, id: $id}) REMOVE u.emailStopped', bob);
      await submit();
      await settled(api, acme);
      expect(await mails()).to.equal(1);
    } finally {
      await worker.stop();
      await mailbox.close();
    }
  });

  it('waits for the notification that is being delivered, and takes it along', async () => {
    const path = await submit();
    const deliver = `MATCH (e:OutboxEvent {tenantId: $tenantId, type: 'weekly_summary.submitted'}), (u:User {id: $bob})
      SET e.status = 'done'
      CREATE (u)-[:RECEIVED]->(:Notification {tenantId: $tenantId, eventId: e.id, userId: $bob, id: $id})`;
    const params = { tenantId: acme.tenantId, bob: acme.id('Bob'), id: randomUUID() };
    await startBeforeCommit(api, [deliver, params], 1, () => acme.as('Cy').delete(path));
    expect([await countNodes('Notification'), await countNodes('OutboxEvent')]).to.deep.equal([0, 0]);
  });
});

describe('PATCH /summaries/{summaryId}/response', () => {
  const respond = async (): Promise<string> => {
    const path = `${await submit()}/response`;
    expect(await acme.as('Bob').post(path, { body: 'Well <b>done</b>' })).to.include({ status: 201 });
    return path;
  };
  const edit = (path: string, who = 'Bob') => acme.as(who).patch(path, { body: 'Done<script>1</script>' });

  it('replaces the text within a day, and marks it', async () => {
    const path = await respond();
    api.clock.now = '2026-11-21T10:00:00.000Z';
    const { status, body } = await edit(path);
    expect(status).to.equal(200);
    expect(body).to.include({ body: 'Done', createdAt: friday, editedAt: api.clock.now });
    const summary = await acme.as('Cy').get(path.replace('/response', ''));
    expect(summary.body['response']).to.deep.equal(body);
    expect(summary.headers.get('last-modified')).to.equal('Sat, 21 Nov 2026 10:00:00 GMT');
    const list = await acme.as('Cy').get<{ items: object[] }>(`/summaries?updatedSince=${api.clock.now}`);
    expect(list.body.items).to.have.length(1);
    expect((await acme.as('Cy').patch(path.replace('/response', ''), aSummary())).body['response']).to.deep.equal(body);
    const [entry] =
      await acme.statement(`MATCH (c:ChangeEntry {tenantId: $tenantId}) WHERE c.type = 'summary.response_edited'
       RETURN c.changed AS changed, c.subjectId AS id`);
    expect(entry).to.deep.equal({ changed: ['response'], id: path.split('/')[2] });
  });

  it('is refused after a day, and where there is no response', async () => {
    const path = await respond();
    api.clock.now = '2026-11-21T10:00:00.001Z';
    const before = await fingerprint(api, acme.tenantId);
    expect(refusal(await edit(path))).to.deep.equal([409, 'RESPONSE_FINAL']);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
    const unanswered = await submit({ weekStart: '2026-11-09' });
    expect(refusal(await edit(`${unanswered}/response`))).to.deep.equal([404, 'RESPONSE_NOT_FOUND']);
  });

  it('is for who gave it, while they are above the author', async () => {
    const path = await respond();
    const before = await fingerprint(api, acme.tenantId);
    for (const who of ['Ada', 'Cy']) expect(refusal(await edit(path, who))).to.deep.equal([403, 'FORBIDDEN']);
    expect(refusal(await neighbour.as('Zoe').patch(path, { body: 'x' }))).to.deep.equal([403, 'FORBIDDEN']);
    expect(refusal(await edit(`/summaries/${randomUUID()}/response`))).to.deep.equal([404, 'SUMMARY_NOT_FOUND']);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
    await acme.as('Ada').put(`/admin/org-chart/users/${acme.id('Cy')}/manager`, { managerId: acme.id('Ada') });
    expect(refusal(await edit(path))).to.deep.equal([403, 'FORBIDDEN']);
  });

  it('minds If-Match, whose tag is that of the summary', async () => {
    const path = await respond();
    const { headers } = await acme.as('Bob').get(path.replace('/response', ''));
    const ask = askAs(api, acme, 'Bob');
    const match = { 'if-match': headers.get('etag') ?? '' };
    const first = await ask('PATCH', path, match, { body: 'One' });
    const second = await ask('PATCH', path, match, { body: 'Two' });
    expect([first.status, second.status]).to.deep.equal([200, 412]);
  });
});

describe('the week of a summary', () => {
  it('lies at most one week ahead of the one where the tenant is', async () => {
    api.clock.now = '2026-11-22T23:30:00Z'; // Sunday in UTC, Monday in Berlin
    for (const [timezone, last, beyond] of [
      ['America/Los_Angeles', '2026-11-23', '2026-11-30'],
      ['Europe/Berlin', '2026-11-30', '2026-12-07'],
    ]) {
      await acme.statement('MATCH (t:Tenant {id: $tenantId}) SET t.timezone = $timezone', { timezone });
      const path = await submit({ weekStart: last });
      const ahead = aSummary({ weekStart: beyond });
      for (const refused of [await acme.as('Cy').post('/summaries', ahead), await acme.as('Cy').patch(path, ahead)])
        expect([refused.status, refused.body['message']]).to.deep.equal([
          400,
          'weekStart must lie at most one week ahead.',
        ]);
    }
  });

  it('lies at most five years back, for a summary and a draft', async () => {
    api.clock.now = '2026-11-22T23:30:00Z'; // Sunday in UTC, Monday in Berlin
    for (const [timezone, first, beyond] of [
      ['America/Los_Angeles', '2021-11-15', '2021-11-08'],
      ['Europe/Berlin', '2021-11-22', '2021-11-15'],
    ]) {
      await acme.statement('MATCH (t:Tenant {id: $tenantId}) SET t.timezone = $timezone', { timezone });
      const path = await submit({ weekStart: first });
      await acme.statement('MATCH (s:Summary {tenantId: $tenantId}) DETACH DELETE s');
      expect(await acme.as('Cy').put(`/summary-drafts/${first}`, {})).to.include({ status: 200 });
      const other = await submit();
      const before = await fingerprint(api, acme.tenantId);
      const back = aSummary({ weekStart: beyond });
      for (const refused of [
        await acme.as('Cy').post('/summaries', back),
        await acme.as('Cy').patch(other, back),
        await acme.as('Cy').put(`/summary-drafts/${beyond}`, {}),
      ])
        expect([refused.status, refused.body['code'], refused.body['message']], path).to.deep.equal([
          400,
          'VALIDATION_ERROR',
          'weekStart must lie at most five years back.',
        ]);
      expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
      await acme.statement('MATCH (s:Summary {tenantId: $tenantId}) DETACH DELETE s');
    }
  });

  it('may stay what it was, where it was stored before there was a limit', async () => {
    const path = await submit();
    await acme.statement(`MATCH (s:Summary {tenantId: $tenantId}) SET s.weekStart = date('1999-01-04')`);
    const kept = await acme.as('Cy').patch(path, aSummary({ weekStart: '1999-01-06', proud: 'A better word.' }));
    expect([kept.status, kept.body['weekStart'], kept.body['proud']]).to.deep.equal([
      200,
      '1999-01-04',
      'A better word.',
    ]);
    expect(refusal(await acme.as('Cy').patch(path, aSummary({ weekStart: '1999-01-11' })))[0]).to.equal(400);
    expect((await acme.as('Bob').get(path)).body).to.include({ weekStart: '1999-01-04' });
  });

  it('stays readable where it was submitted further ahead before', async () => {
    const path = await submit();
    await acme.statement(`MATCH (s:Summary {tenantId: $tenantId}) SET s.weekStart = date('2027-11-22')`);
    expect((await acme.as('Bob').get(path)).body).to.include({ weekStart: '2027-11-22' });
    expect((await acme.as('Cy').patch(path, aSummary())).body).to.include({ weekStart: '2026-11-16' });
  });
});
