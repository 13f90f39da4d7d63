// Insights profiles: imported from a PDF, confirmed by an admin, and read by those in sight of the person.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import type { ImportJob, InsightsProfile } from '../../../src/features/profiles/schema.ts';
import type { Notification } from '../../../src/features/notifications/schema.ts';
import { createSecretBox } from '../../../src/platform/secrets/secret-box.ts';
import { readServiceKeys } from '../../../src/platform/secrets/service-keys.ts';
import { itsOf } from '../../support/cases.ts';
import { client, company, freshCompany, refusal, type Answer, type Company } from '../../support/company.ts';
import { hostilePdfs } from '../../support/hostile-pdfs.ts';
import { sharedWorker } from '../../support/in-process-worker.ts';
import { sharedInbox } from '../../support/inbox.ts';
import { aProfile } from '../../support/profile.ts';
import { service } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { filesOf, upload } from '../../support/upload.ts';

const { few, many } = itsOf(import.meta);
const api = service();
const drawing = `
Ada (admin)
  Mia (senior_manager)
    Bob
      Ines Caldeira
  Pia (people_team)
  Leo (senior_leadership)
  Sam
  Gus †`;
const nowhere = '00000000-0000-4000-8000-000000000000';
const acme = freshCompany(api, drawing);
let neighbour: Company;
const mailbox = sharedInbox();
sharedWorker(api, mailbox);

before(async () => {
  neighbour = await company(api, 'Nora (admin)\n  Ned');
});
const importPath = (jobId: string, of = 'Ines Caldeira'): string =>
  `/admin/users/${acme.id(of)}/insights/import/${jobId}`;
const insightsOf = (who: string, as: string): Promise<Answer<InsightsProfile>> =>
  acme.as(as).get<InsightsProfile>(`/users/${acme.id(who)}/insights`);
const started = async (pdf: Uint8Array | string, of = 'Ines Caldeira'): Promise<string> => {
  const { status, body } = await upload(api, acme, { as: 'Ada', of, pdf });
  expect(status).to.equal(202);
  return body.jobId;
};
/** Within less than the 45 s of a lease: a job that was lost would be taken up again after it. */
const ended = (jobId: string, of = 'Ines Caldeira', seconds = 40): Promise<ImportJob> =>
  until(
    async () => (await acme.as('Ada').get<ImportJob>(importPath(jobId, of))).body,
    ({ status }) => status !== 'queued' && status !== 'processing',
    seconds,
  );
const ines = (seed: string, name = 'Ines Caldeira') => aProfile(seed, { person: { name } });
/** An import of Ines' profile that waits to be confirmed. */
const parsed = async (seed: string): Promise<{ jobId: string; job: ImportJob; fields: InsightsProfile }> => {
  const { pdf, fields } = await ines(seed);
  const jobId = await started(pdf);
  return { jobId, job: await ended(jobId), fields };
};
const withoutLink = ({ summary = {}, ...rest }: InsightsProfile): InsightsProfile => {
  const numbers = Object.entries(summary).filter(([name]) => name !== 'fullProfilePdfUrl');
  return { ...rest, summary: Object.fromEntries(numbers) };
};

describe('POST /admin/users/{userId}/insights/import', () => {
  few(
    'reads the PDF in the background; what was read waits to be confirmed, with its pages and how sure it is',
    async () => {
      const { jobId, job, fields } = await parsed('first');
      expect(job).to.include({ jobId, status: 'parsed' });
      expect(job.parsedFields).to.deep.equal(fields);
      expect(Object.keys(job.evidence ?? {})).to.include.members([...Object.keys(fields).slice(0, 4), 'percentages']);
      expect(job.evidence?.['keyStrengths']).to.deep.include({ confidence: 'high' });
      expect(job.warnings).to.deep.equal([]);
      expect(job).to.not.have.any.keys('diff', 'error');
      expect(refusal(await insightsOf('Ines Caldeira', 'Ada'))).to.deep.equal([404, 'PROFILE_NOT_FOUND']);
    },
  );

  few('tells the admin who began it, once', async () => {
    const { jobId } = await parsed('told');
    const { items } = await until(
      async () => (await acme.as('Ada').get<{ items: Notification[] }>('/notifications')).body,
      ({ items: list }) => list.length > 0,
    );
    expect(items.map(({ type, title }) => [type, title])).to.deep.equal([
      ['insights.import_finished', 'Profile of Ines Caldeira is ready to confirm'],
    ]);
    expect(items[0]?.subject).to.deep.equal({ type: 'import_job', id: jobId });
  });

  few('warns first when the profile is of somebody else, and takes a name in other words for the same', async () => {
    const other = await started((await ines('other', 'Hugo Brandt')).pdf);
    expect((await ended(other)).warnings?.[0]).to.equal('The profile is of Hugo Brandt, not of Ines Caldeira.');
    const same = await started((await ines('same', 'INÉS M. CALDEIRA')).pdf);
    expect((await ended(same)).warnings?.join()).to.not.include('The profile is of');
  });

  few('proposes a section that is missing as empty, says so, and lets the admin fill it in', async () => {
    const { pdf } = await aProfile('gap', { person: { name: 'Ines Caldeira' }, content: { blindSpots: [] } });
    const jobId = await started(pdf);
    const job = await ended(jobId);
    expect([job.status, job.parsedFields?.blindSpots]).to.deep.equal(['parsed', '']);
    expect(job.evidence?.['blindSpots']).to.deep.equal({ confidence: 'low' });
    expect(job.warnings?.join()).to.include('blind spots');
    await acme.as('Ada').post(`${importPath(jobId)}/confirm`, { blindSpots: 'Forgets lunch.' });
    expect((await insightsOf('Ines Caldeira', 'Ada')).body.blindSpots).to.equal('Forgets lunch.');
  });

  few('is for admins alone; an unknown user and one of another tenant are refused alike', async () => {
    for (const who of ['Mia', 'Bob', 'Pia', 'Leo', 'Ines Caldeira']) {
      expect(refusal(await upload(api, acme, { as: who, of: 'Ines Caldeira', pdf: '%PDF-' })), who).to.deep.equal([
        403,
        'FORBIDDEN',
      ]);
    }
    expect(refusal(await upload(api, acme, { as: 'Gus', of: 'Ines Caldeira', pdf: '%PDF-' }))).to.deep.equal([
      401,
      'UNAUTHENTICATED',
    ]);
    for (const id of [nowhere, neighbour.id('Ned')]) {
      const refused = await acme.as('Ada').post(`/admin/users/${id}/insights/import`);
      expect(refusal(refused)).to.deep.equal([403, 'FORBIDDEN']);
    }
    expect(refusal(await acme.as('Ada').post('/admin/users/7/insights/import'))).to.deep.equal([
      400,
      'VALIDATION_ERROR',
    ]);
  });

  const poison: Record<string, () => Uint8Array | string> = {
    'a scan without text': () => '%PDF-1.4\n1 0 obj << /Type /Catalog >> endobj trailer << /Root 1 0 R >>',
    'a PDF that never ends': () => hostilePdfs['a form that draws itself']?.() ?? '',
    'two gigabytes behind three filters': () => hostilePdfs['two gigabytes behind three filters']?.() ?? '',
  };
  many('fails with a reason on PDFs made to do harm, keeps none of them, and goes on with the next', async () => {
    const jobs: string[] = [];
    for (const pdf of Object.values(poison)) jobs.push(await started(pdf()));
    const good = await started((await ines('after')).pdf);
    const errors: string[] = [];
    for (const jobId of jobs) {
      const { status, error, parsedFields } = await ended(jobId, 'Ines Caldeira', 60);
      expect([status, parsedFields]).to.deep.equal(['failed', undefined]);
      expect(error).to.match(/^[A-Z].+\.$/);
      errors.push(error ?? '');
    }
    const told = await until(
      async () => (await acme.as('Ada').get<{ items: Notification[] }>('/notifications')).body.items,
      ({ length }) => length >= errors.length,
    );
    for (const error of errors) expect(told.map(({ text }) => text).join()).to.include(`Reason: ${error}`);
    expect((await ended(good)).status).to.equal('parsed');
    await until(
      () => Promise.resolve(filesOf(api, acme.tenantId)),
      (files) => files.length === 1,
    );
  });

  many('takes several at once and ends all of them', async () => {
    const { pdf } = await ines('many');
    const jobs = await Promise.all(Array.from({ length: 6 }, () => started(pdf)));
    for (const jobId of jobs) expect((await ended(jobId, 'Ines Caldeira', 60)).status).to.equal('parsed');
  });

  few(
    'is refused while 200 others of the tenant wait to be read, before the file is taken; a neighbour notices nothing',
    async () => {
      await acme.statement(
        `UNWIND range(1, 200) AS n
       CREATE (:OutboxEvent:$($label) {
         tenantId: $tenantId, id: randomUUID(), key: 'waits ' + n, queue: 'imports', type: 'profile.import',
         status: 'pending', attempts: 0, createdAt: datetime(), dueAt: datetime('2999-01-01T00:00:00Z')
       })`,
      );
      const { pdf } = await ines('waiting');
      const refused = await upload(api, acme, { as: 'Ada', of: 'Bob', pdf });
      expect(refusal(refused)).to.deep.equal([409, 'LIMIT_REACHED']);
      expect(filesOf(api, acme.tenantId)).to.deep.equal([]);
      expect((await upload(api, neighbour, { as: 'Nora', of: 'Ned', pdf })).status).to.equal(202);
      await acme.statement("MATCH (e:OutboxEvent {tenantId: $tenantId, key: 'waits 1'}) SET e.status = 'done'");
      expect((await upload(api, acme, { as: 'Ada', of: 'Bob', pdf })).status).to.equal(202);
    },
  );
});

describe('GET /admin/users/{userId}/insights/import/{jobId}', () => {
  few('shows what would change in a profile that is there', async () => {
    const first = await parsed('old');
    await acme.as('Ada').post(`${importPath(first.jobId)}/confirm`);
    const second = await parsed('new');
    const diff = second.job.diff ?? [];
    expect(diff.find(({ field }) => field === 'keyStrengths')).to.deep.equal({
      field: 'keyStrengths',
      before: first.fields.keyStrengths,
      after: second.fields.keyStrengths,
    });
    expect(diff.map(({ field }) => field)).to.include('percentages.blue');
  });

  few('says that a reading which never ended has failed', async () => {
    const { jobId } = await parsed('dead');
    await acme.statement(
      `MATCH (j:ImportJob {id: $jobId}), (e:OutboxEvent {tenantId: $tenantId, key: 'profile.import:' + $jobId})
       SET j.status = 'processing', e.status = 'dead'`,
      { jobId },
    );
    const { body } = await acme.as('Ada').get<ImportJob>(importPath(jobId));
    expect(body.status).to.equal('failed');
    expect(body.error).to.include('upload the file again');
  });

  few('has not ended while a part of its end can be seen, without what was read', async () => {
    const { jobId } = await parsed('partial');
    const seen = async (status: string, missing: string): Promise<string> => {
      await acme.statement(
        `MATCH (j:ImportJob {id: $jobId}), (e:OutboxEvent {tenantId: $tenantId, key: 'profile.import:' + $jobId})
         SET j.status = $status, j[$missing] = null, e.status = 'pending' REMOVE e.dueAt`,
        { jobId, status, missing },
      );
      return (await acme.as('Ada').get<ImportJob>(importPath(jobId))).body.status;
    };
    expect(await seen('parsed', '')).to.equal('parsed');
    expect(await seen('parsed', 'parsedFields')).to.equal('processing');
    expect(await seen('failed', 'error')).to.equal('processing');
  });

  few('says that a file which is gone before it was read has to be uploaded again', async () => {
    const { jobId } = await parsed('gone');
    rmSync(path.join(api.config.FILES_DIR, acme.tenantId, `${jobId}.pdf`));
    await acme.statement(
      `MATCH (j:ImportJob {id: $jobId}), (e:OutboxEvent {tenantId: $tenantId, key: 'profile.import:' + $jobId})
       SET j.status = 'queued', e.status = 'pending', e.dueAt = datetime() REMOVE e.leasedUntil`,
      { jobId },
    );
    const { status, error } = await ended(jobId);
    expect([status, error]).to.deep.equal(['failed', 'The file no longer exists. Upload it again.']);
  });

  few('is for admins; an import of another user is not found, one of another tenant forbidden', async () => {
    const { jobId } = await parsed('whose');
    for (const [method, path] of [
      ['get', ''],
      ['post', '/confirm'],
      ['post', '/reject'],
    ] as const) {
      const asked = (who: string, id: string, of = 'Ines Caldeira') => acme.as(who)[method](importPath(id, of) + path);
      expect(refusal(await asked('Pia', jobId))).to.deep.equal([403, 'FORBIDDEN']);
      expect(refusal(await asked('Ines Caldeira', jobId))).to.deep.equal([403, 'FORBIDDEN']);
      expect(refusal(await asked('Ada', jobId, 'Bob'))).to.deep.equal([404, 'IMPORT_JOB_NOT_FOUND']);
      expect(refusal(await asked('Ada', nowhere))).to.deep.equal([404, 'IMPORT_JOB_NOT_FOUND']);
      expect(refusal(await asked('Gus', jobId))).to.deep.equal([401, 'UNAUTHENTICATED']);
      const theirs = `/admin/users/${neighbour.id('Ned')}/insights/import/${jobId}${path}`;
      expect(refusal(await neighbour.as('Nora')[method](theirs))).to.deep.equal([403, 'FORBIDDEN']);
    }
  });
});

describe('POST /admin/users/{userId}/insights/import/{jobId}/confirm', () => {
  few('saves what was read with the corrections, whole, and keeps the PDF', async () => {
    const { jobId, fields } = await parsed('confirm');
    const keyStrengths = `Ünïcode 🧭 & <b>${'long '.repeat(4_000)}`;
    const correction = { keyStrengths, summary: { percentages: { blue: 1.5 } } };
    const { status, body } = await acme.as('Ada').post<ImportJob>(`${importPath(jobId)}/confirm`, correction);
    const wanted = { ...fields, keyStrengths, summary: { ...fields.summary, percentages: { blue: 1.5 } } };
    expect([status, body.status, body.parsedFields]).to.deep.equal([200, 'confirmed', wanted]);
    expect(withoutLink((await insightsOf('Ines Caldeira', 'Ada')).body)).to.deep.equal(wanted);
    expect(filesOf(api, acme.tenantId)).to.deep.equal([`${jobId}.pdf`]);
  });

  few('takes numbers alone under any key, and no key that could not be stored', async () => {
    const { jobId } = await parsed('keys');
    const confirm = (percentages: unknown) =>
      acme.as('Ada').post<{ code: string }>(`${importPath(jobId)}/confirm`, { summary: { percentages } });
    for (const wrong of [
      { 'a\nb': 'x' },
      { 'a\u2028b': { q: [1] } },
      { '\ud800': 1 },
      { 'a\0': 1 },
      { a: null },
      [1],
    ]) {
      expect(refusal(await confirm(wrong)), JSON.stringify(wrong)).to.deep.equal([400, 'VALIDATION_ERROR']);
    }
    expect((await confirm({ 'a\nb': 1 })).status).to.equal(200);
  });

  few('is not undone when the event of the import is taken up again', async () => {
    const { jobId } = await parsed('again');
    await acme.as('Ada').post(`${importPath(jobId)}/confirm`);
    const about = { key: `profile.import:${jobId}`, tenantId: acme.tenantId };
    const event = 'MATCH (e:OutboxEvent {tenantId: $tenantId, key: $key})';
    const status = async () => (await api.graph.statement(`${event} RETURN e.status AS status`, about))[0]?.['status'];
    await until(status, (now) => now === 'done');
    await api.graph.statement(`${event} SET e.status = 'pending', e.dueAt = datetime()`, about);
    await until(status, (now) => now === 'done');
    expect((await acme.as('Ada').get<ImportJob>(importPath(jobId))).body.status).to.equal('confirmed');
    expect((await insightsOf('Ines Caldeira', 'Ada')).status).to.equal(200);
    expect(filesOf(api, acme.tenantId)).to.deep.equal([`${jobId}.pdf`]);
  });

  few('replaces the profile before, and its PDF', async () => {
    const first = await parsed('one');
    await acme.as('Ada').post(`${importPath(first.jobId)}/confirm`);
    const second = await parsed('two');
    await acme.as('Ada').post(`${importPath(second.jobId)}/confirm`);
    expect(withoutLink((await insightsOf('Ines Caldeira', 'Ada')).body)).to.deep.equal(second.fields);
    expect(filesOf(api, acme.tenantId)).to.deep.equal([`${second.jobId}.pdf`]);
  });

  few('is done once, however many confirm and reject at the same moment', async () => {
    const { jobId } = await parsed('race');
    const token = await acme.token('Ada');
    const admin = client(api, () => Promise.resolve(token));
    const verbs = Array.from({ length: 24 }, (_, at) => (at % 2 === 0 ? 'confirm' : 'reject'));
    const answers = await Promise.all(verbs.map((verb) => admin.post<ImportJob>(`${importPath(jobId)}/${verb}`)));
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).to.have.length(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(refusal(answer)).to.deep.equal([409, 'IMPORT_NOT_PARSED']);
    }
    const { body } = await acme.as('Ada').get<ImportJob>(importPath(jobId));
    expect(body.status).to.equal(winners[0]?.body.status);
    const kept = body.status === 'confirmed';
    expect((await insightsOf('Ines Caldeira', 'Ada')).status).to.equal(kept ? 200 : 404);
    expect(filesOf(api, acme.tenantId)).to.have.length(kept ? 1 : 0);
  });

  many('of several imports at once leaves one profile with its own PDF', async () => {
    const first = await parsed('before');
    await acme.as('Ada').post(`${importPath(first.jobId)}/confirm`);
    const imports = [await parsed('left'), await parsed('middle'), await parsed('right'), await parsed('far right')];
    const token = await acme.token('Ada');
    const admin = client(api, () => Promise.resolve(token));
    const answers = await Promise.all(
      imports.map(({ jobId }) => admin.post<ImportJob>(`${importPath(jobId)}/confirm`)),
    );
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200]);
    const saved = withoutLink((await insightsOf('Ines Caldeira', 'Ada')).body);
    const last = imports.find(({ fields }) => fields.keyStrengths === saved.keyStrengths);
    expect(saved).to.deep.equal(last?.fields);
    expect(filesOf(api, acme.tenantId)).to.deep.equal([`${last?.jobId}.pdf`]);
  });

  few('refuses what is not waiting, and corrections that are none, and changes nothing', async () => {
    const { jobId, job } = await parsed('twice');
    for (const body of [{ keyStrength: 'x' }, { keyStrengths: 7 }, { summary: { fullProfilePdfUrl: 'http://x.y/' } }]) {
      expect(refusal(await acme.as('Ada').post(`${importPath(jobId)}/confirm`, body))).to.deep.equal([
        400,
        'VALIDATION_ERROR',
      ]);
    }
    expect((await acme.as('Ada').get<ImportJob>(importPath(jobId))).body).to.deep.equal(job);
    await acme.as('Ada').post(`${importPath(jobId)}/confirm`);
    const again = await acme.as('Ada').post(`${importPath(jobId)}/confirm`, {});
    expect(refusal(again)).to.deep.equal([409, 'IMPORT_NOT_PARSED']);
  });
});

describe('POST /admin/users/{userId}/insights/import/{jobId}/reject', () => {
  few('drops what was read, and the file, for good', async () => {
    const { jobId } = await parsed('reject');
    const { status, body } = await acme.as('Ada').post(`${importPath(jobId)}/reject`);
    expect([status, body]).to.deep.equal([200, { jobId, status: 'rejected' }]);
    expect((await acme.as('Ada').get(importPath(jobId))).body).to.deep.equal({ jobId, status: 'rejected' });
    expect(filesOf(api, acme.tenantId)).to.deep.equal([]);
    const late = await acme.as('Ada').post(`${importPath(jobId)}/confirm`);
    expect(refusal(late)).to.deep.equal([409, 'IMPORT_NOT_PARSED']);
    expect(refusal(await insightsOf('Ines Caldeira', 'Ada'))).to.deep.equal([404, 'PROFILE_NOT_FOUND']);
  });
});

describe('GET /users/{userId}/insights', () => {
  few('is for the person, their direct manager, senior managers above, and the roles that see everyone', async () => {
    const { jobId } = await parsed('sight');
    await acme.as('Ada').post(`${importPath(jobId)}/confirm`);
    for (const who of ['Ines Caldeira', 'Bob', 'Mia', 'Pia', 'Leo', 'Ada']) {
      expect((await insightsOf('Ines Caldeira', who)).status, who).to.equal(200);
    }
    expect(refusal(await insightsOf('Ines Caldeira', 'Sam'))).to.deep.equal([403, 'FORBIDDEN']);
    expect(refusal(await insightsOf('Bob', 'Ines Caldeira'))).to.deep.equal([403, 'FORBIDDEN']);
    expect(refusal(await insightsOf('Ines Caldeira', 'Gus'))).to.deep.equal([401, 'UNAUTHENTICATED']);
    const cross = await neighbour.as('Nora').get(`/users/${acme.id('Ines Caldeira')}/insights`);
    expect(refusal(cross)).to.deep.equal([403, 'FORBIDDEN']);
    expect(refusal(await acme.as('Ada').get(`/users/${nowhere}/insights`))).to.deep.equal([404, 'USER_NOT_FOUND']);
    expect(refusal(await acme.as('Ada').get('/users/7/insights'))).to.deep.equal([400, 'VALIDATION_ERROR']);
  });

  few('links to the PDF itself, byte for byte, whole or in parts, without a token', async () => {
    const { pdf } = await ines('link');
    const jobId = await started(pdf);
    await ended(jobId);
    await acme.as('Ada').post(`${importPath(jobId)}/confirm`);
    const url = (await insightsOf('Ines Caldeira', 'Bob')).body.summary?.fullProfilePdfUrl ?? '';
    expect(url).to.match(/^http:\/\/api\.test\/v1\/profile-files\/[\w.-]+$/);
    const link = url.replace('http://api.test', api.url);
    const get = (range?: string, at = link) => fetch(at, { headers: range === undefined ? {} : { range } });
    const bytes = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer());
    const whole = await get();
    expect([whole.status, whole.headers.get('content-type')]).to.deep.equal([200, 'application/pdf']);
    expect(whole.headers.get('content-disposition')).to.match(/^attachment;/);
    expect(whole.headers.get('accept-ranges')).to.equal('bytes');
    expect(whole.headers.get('x-content-type-options')).to.equal('nosniff');
    expect(whole.headers.get('cache-control')).to.equal('no-store');
    expect((await bytes(whole)).equals(Buffer.from(pdf))).to.equal(true);
    const size = pdf.length;
    const ranges: Record<string, [number, string | null, number, number]> = {
      'bytes=0-9': [206, `bytes 0-9/${size}`, 0, 10],
      'bytes=100-': [206, `bytes 100-${size - 1}/${size}`, 100, size],
      'bytes=-5': [206, `bytes ${size - 5}-${size - 1}/${size}`, size - 5, size],
      'bytes=5-99999999': [206, `bytes 5-${size - 1}/${size}`, 5, size],
      'bytes=-99999999': [206, `bytes 0-${size - 1}/${size}`, 0, size],
      'bytes=9-3': [200, null, 0, size],
      'bytes=0-1,4-5': [200, null, 0, size],
      'lines=1-2': [200, null, 0, size],
    };
    for (const [range, [status, shown, from, to]] of Object.entries(ranges)) {
      const answer = await get(range);
      expect([answer.status, answer.headers.get('content-range')], range).to.deep.equal([status, shown]);
      expect((await bytes(answer)).equals(Buffer.from(pdf).subarray(from, to)), range).to.equal(true);
    }
    for (const range of [`bytes=${size}-`, 'bytes=-0']) {
      const none = await get(range);
      expect([none.status, none.headers.get('content-range')], range).to.deep.equal([416, `bytes */${size}`]);
    }
    const head = await fetch(link, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).to.deep.equal([200, String(size)]);
    expect(api.logged.join('')).to.not.include(link.split('/').at(-1));
    rmSync(path.join(api.config.FILES_DIR, acme.tenantId, `${jobId}.pdf`));
    const gone = await get();
    const { status, headers } = gone;
    expect(refusal({ status, headers, body: await gone.json() })).to.deep.equal([404, 'NOT_FOUND']);
  });

  few('links to nothing once the link is five minutes old, or changed in any way', async () => {
    const { jobId } = await parsed('old-link');
    await acme.as('Ada').post(`${importPath(jobId)}/confirm`);
    const url = (await insightsOf('Ines Caldeira', 'Bob')).body.summary?.fullProfilePdfUrl ?? '';
    const link = url.replace('http://api.test', api.url);
    const sealed = link.split('/').at(-1) ?? '';
    const file = { tenantId: acme.tenantId, fileId: jobId, expiresAt: 1893456000000 };
    const keys = await readServiceKeys(api.config);
    const changed = [...sealed].map(
      (letter, at) => sealed.slice(0, at) + (letter === 'A' ? 'B' : 'A') + sealed.slice(at + 1),
    );
    const wrong = [
      ...changed.filter((_, at) => at % 20 === 0),
      createSecretBox(keys).seal(JSON.stringify(file)),
      createSecretBox(['x'.repeat(32)], 'profile-file-links').seal(JSON.stringify(file)),
      Buffer.from(JSON.stringify(file)).toString('base64url'),
      sealed.slice(0, -2),
      `${sealed}=`,
      `${sealed}.x`,
      '%2e%2e.x',
    ];
    for (const token of wrong) {
      const answer = await fetch(`${api.url}/v1/profile-files/${token}`);
      expect(refusal({ status: answer.status, body: await answer.json(), headers: answer.headers })).to.deep.equal([
        403,
        'FORBIDDEN',
      ]);
    }
    api.clock.now = '2026-11-20T10:04:59.000Z';
    expect((await fetch(link)).status).to.equal(200);
    api.clock.now = '2026-11-20T10:05:00.000Z';
    expect((await fetch(link)).status).to.equal(403);
    expect((await fetch(link, { method: 'POST' })).status).to.equal(405);
  });
});
