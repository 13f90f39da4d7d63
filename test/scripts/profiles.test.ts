// The commands around profiles: motivators of a whole tenant, a PDF to try the import with, and files that go with their tenant.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { readProfilePdf } from '../../src/outside/pdf.ts';
import { startMotivators, type MotivatorsSandbox } from '../../scripts/stack/motivators.ts';
import { company, type Company } from '../support/company.ts';
import { otherNamesIn, textOfPdf } from '../support/profile.ts';
import { service } from '../support/service.ts';
import { filesOf, upload } from '../support/upload.ts';
import { shell } from './shell.ts';

const api = service();
const { folder, run } = shell();
let provider: MotivatorsSandbox;
let acme: Company;
let slug: string;

before(async () => {
  provider = await startMotivators();
  acme = await company(api, 'Ada (admin)\n  Bob Moss\n  Cy\n  Dee †');
  slug = `t${acme.tenantId.slice(0, 8)}`;
  await api.graph.statement('MATCH (t:Tenant {id: $id}) SET t.slug = $slug', { id: acme.tenantId, slug });
});
after(() => provider.stop());

describe('checkin motivators sync', () => {
  it('pulls those of everyone active, and says how many', async () => {
    const { code, err } = await run(['motivators', 'sync', '--tenant', slug], { MOTIVATORS_URL: provider.url });
    expect({ code, err }).to.deep.equal({ code: 0, err: 'Pulled the motivators of 3 people.\n' });
    const [row] = await api.graph.statement(
      'MATCH (u:User)-[:HAS]->(m:Motivators {tenantId: $id}) RETURN count(m) AS kept',
      { id: acme.tenantId },
    );
    expect(row?.['kept']).to.equal(3);
  });

  it('fails when the provider does, and leaves what was there', async () => {
    provider.behave('failing');
    const { code, err } = await run(['motivators', 'sync', '--tenant', slug], { MOTIVATORS_URL: provider.url });
    expect(code).to.equal(1);
    expect(err).to.include('The provider did not give those of 3 people.');
    const none = await run(['motivators', 'sync', '--tenant', slug]);
    expect([none.code, none.err]).to.deep.equal([1, 'No provider of motivators is configured: set MOTIVATORS_URL.\n']);
  });
});

describe('checkin sample-profile', () => {
  it("writes a PDF that reads as that person's profile", async () => {
    const out = path.join(folder, 'bob.pdf');
    const { code, err } = await run(['sample-profile', 'bob.moss@example.test', '--tenant', slug, '--out', out]);
    expect([code, err]).to.deep.equal([0, `Wrote an invented profile of Bob Moss to ${out}.\n`]);
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
