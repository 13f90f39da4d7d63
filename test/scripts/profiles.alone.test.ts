// The commands around profiles: motivators of a whole tenant, a PDF to try the import with, and files that go with
// their tenant.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { readProfilePdf } from '../../src/features/profiles/pdf/reader.ts';
import { startMotivators, type MotivatorsSandbox } from '../../scripts/stack/motivators.ts';
import { company, sharedCompany, type Company } from '../support/company.ts';
import { endDueEvents, startInProcessWorker, type InProcessWorker } from '../support/in-process-worker.ts';
import { aProfile, otherNamesIn, textOfPdf } from '../support/profile.ts';
import { service } from '../support/service.ts';
import { shell } from '../support/shell.ts';
import { filesOf, upload } from '../support/upload.ts';

const api = service();
const { folder, run, start } = shell();
let provider: MotivatorsSandbox;
let acme: Company;
let slug: string;

before(async () => {
  provider = await startMotivators();
  acme = await company(api, 'Ada (admin)\n  Bob Moss\n  Cy\n  Dee †');
  slug = `t${acme.tenantId.slice(0, 8)}`;
  await acme.statement('MATCH (t:Tenant {id: $tenantId}) SET t.slug = $slug', { slug });
});
after(() => provider.stop());

describe('checkin motivators sync', () => {
  it('pulls those of everyone active, and says how many', async () => {
    const { code, err } = await start(['motivators', 'sync', '--tenant', slug], { MOTIVATORS_URL: provider.url });
    expect({ code, err }).to.deep.equal({ code: 0, err: 'Fetched the motivators of 3 people.\n' });
    const [row] = await acme.statement(
      'MATCH (u:User)-[:HAS]->(m:Motivators {tenantId: $tenantId}) RETURN count(m) AS kept',
    );
    expect(row?.['kept']).to.equal(3);
  });

  it('fails when the provider does, and leaves what was there', async () => {
    provider.setBehaviour('failing');
    const { code, err } = await run(['motivators', 'sync', '--tenant', slug], { MOTIVATORS_URL: provider.url });
    expect(code).to.equal(1);
    expect(err).to.include('The provider returned no motivators of 3 people.');
    const none = await run(['motivators', 'sync', '--tenant', slug]);
    expect([none.code, none.err]).to.deep.equal([
      1,
      'The motivators provider is not configured: set MOTIVATORS_URL.\n',
    ]);
  });
});

describe('checkin sample-profile', () => {
  it("writes a PDF that reads as that person's profile", async () => {
    const out = path.join(folder, 'bob.pdf');
    const { code, err } = await run(['sample-profile', 'bob.moss@example.test', '--tenant', slug, '--out', out]);
    expect([code, err]).to.deep.equal([0, `Wrote a sample profile of Bob Moss to ${out}.\n`]);
    const reading = await readProfilePdf(readFileSync(out));
    expect('person' in reading && reading.person.name).to.equal('Bob Moss');
  });

  it('names nobody else in its whole text, by name or by address', async () => {
    const email = 'bob.moss@example.test';
    for (const capitals of [email, email.toUpperCase(), 'Bob.moss@example.test', 'bob.Moss@example.test']) {
      const out = path.join(folder, 'one.pdf'); // the address as typed is the seed, so these are four profiles
      await run(['sample-profile', capitals, '--tenant', slug, '--out', out]);
      const text = await textOfPdf(readFileSync(out));
      expect(text.match(/\bBob\b/g)).to.have.length.above(10);
      expect(otherNamesIn(text, 'Bob Moss')).to.deep.equal([]);
      for (const [address] of text.matchAll(/\S+@\S+/g)) expect(address.toLowerCase()).to.equal(email);
    }
  });
});

describe('checkin tenant delete', () => {
  it('takes the files of the tenant too', async () => {
    await upload(api, acme, { as: 'Ada', of: 'Cy', pdf: '%PDF-1.7' });
    expect(filesOf(api, acme.tenantId)).to.have.length(1);
    expect((await run(['tenant', 'delete', slug, '--yes'])).code).to.equal(0);
    expect(existsSync(path.join(api.config.FILES_DIR, acme.tenantId))).to.equal(false);
  });
});

describe('checkin import wait', () => {
  const mine = sharedCompany(api, 'Gil (admin)\n  Cy');
  let slugOfMine: string;
  const wait = async (pdf: Uint8Array | string, options: string[] = []) => {
    const { jobId } = (await upload(api, mine, { as: 'Gil', of: 'Cy', pdf })).body;
    return ['import', 'wait', jobId, '--tenant', slugOfMine, ...options];
  };
  let worker: InProcessWorker | undefined;
  /** Lets the worker begin only when the command has said that it waits. */
  const startWhenWaiting = (err: string) => {
    if (err.includes('is waiting for a worker')) worker ??= startInProcessWorker(api, { ses: 'http://127.0.0.1:9' });
  };
  before(async () => {
    slugOfMine = `t${mine.tenantId.slice(0, 8)}`;
    await mine.statement('MATCH (t:Tenant {id: $tenantId}) SET t.slug = $slug', { slug: slugOfMine });
    await endDueEvents(api);
  });
  afterEach(async () => {
    await worker?.stop();
    worker = undefined;
  });

  it('ends once the PDF has been read', async () => {
    const { pdf } = await aProfile('wait', { person: { name: 'Cy' } });
    const { code, out, err } = await start(await wait(pdf), {}, { onErr: startWhenWaiting });
    expect([code, out]).to.deep.equal([0, 'parsed\n']);
    expect(err).to.match(/^The import is waiting for a worker\.\n(A worker is parsing the PDF\.\n)?$/);
  });

  it('fails when the import does, and says why, also as JSON', async () => {
    const args = await wait('%PDF-1.7 but no more', ['--json']);
    const { code, out, err } = await start(args, {}, { onErr: startWhenWaiting });
    const job = JSON.parse(out) as { error: string };
    expect(job).to.deep.include({ jobId: args[2], status: 'failed' });
    expect(job.error).to.match(/^\S.*\.$/);
    expect([code, err.trimEnd().split('\n').at(-1)]).to.deep.equal([1, job.error]);
  });

  it('gives up after the time it was given, and says that nothing works', async () => {
    const { code, out, err } = await run(await wait('%PDF-1.7', ['--timeout', '1']));
    expect([code, out]).to.deep.equal([1, '']);
    expect(err).to.include('The import is still queued after 1 s; is the worker running?');
  });

  it('knows the imports of its tenant alone, by their ids alone', async () => {
    const other = await company(api, 'Eve (admin)\n  Fay');
    const { jobId } = (await upload(api, other, { as: 'Eve', of: 'Fay', pdf: '%PDF-1.7' })).body;
    const foreign = await run(['import', 'wait', jobId, '--tenant', slugOfMine]);
    expect([foreign.code, foreign.err]).to.deep.equal([1, 'This import does not exist in this tenant.\n']);
    const none = await run(['import', 'wait', 'undefined', '--tenant', slugOfMine]);
    expect(none.code).to.equal(2);
    expect(none.err).to.match(/^error: a job id is a UUID, as returned by the upload\n/);
    expect((await run(['import', 'wait', jobId, '--tenant', slugOfMine, '--timeout', '0'])).code).to.equal(2);
  });
});
