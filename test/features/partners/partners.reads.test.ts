// Every read of the interface by a partner: about somebody in their part it is that of the People Team, about anybody else that of nobody.
import { expect } from 'chai';
import { servedSections } from '../../../src/app/sections.ts';
import { company } from '../../support/company.ts';
import { aSummary } from '../../support/samples.ts';
import { service } from '../../support/service.ts';

const api = service();
/** Paths that name somebody, or something of theirs, and nothing else. */
const named = ['userId', 'summaryId', 'goalId'];
/** What the People Team reads of the company as a whole. */
const ofTenant = ['/reports/headcount'];
/** Queries that lists need. */
const queries: Record<string, string> = { '/mvp/nominations': '?period=2026-11' };

describe('a read by a partner', () => {
  it('is that of the People Team in the part, and that of nobody outside it', async () => {
    const acme = await company(
      api,
      'Ada (admin)\n  Bob [Sales]\n    Dee [Sales]\n  Gus [IT]\n    Ron [IT]\nPat\nNia\nKim (people_team)',
    );
    await acme.statement(
      `MATCH (partner:User {tenantId: $tenantId, name: 'Pat'}), (head:User {tenantId: $tenantId, name: 'Bob'})
       CREATE (partner)-[:PARTNER_OF {tenantId: $tenantId, id: randomUUID(), headId: head.id, from: date('2026-11-16'),
         to: date('2026-12-16'), since: datetime('2026-11-16T00:00:00Z'), until: datetime('2026-12-17T00:00:00Z')}]->(head)`,
    );
    const made = async (who: string) => ({
      userId: acme.id(who),
      summaryId: String((await acme.as(who).post('/summaries', aSummary())).body['id']),
      goalId: String(
        (await acme.as(who).post('/goals', { title: 'Ship', type: 'professional', targetWeek: 'this' })).body['id'],
      ),
    });
    const about = { Dee: await made('Dee'), Ron: await made('Ron') };
    const reads = servedSections
      .flatMap(({ endpoints }) => endpoints)
      .filter(
        ({ method, params }) => method === 'GET' && Object.keys(params.properties).every((one) => named.includes(one)),
      );
    let same = 0;
    for (const { path } of reads) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name as keyof typeof about.Dee);
      const read = async (who: string, of: keyof typeof about) => {
        const filled = names.reduce((text, name) => text.replace(`{${name}}`, about[of][name]), path);
        const { status, body } = await acme.as(who).get(filled + (queries[path] ?? ''));
        return { status, body };
      };
      const nobody = await read('Nia', 'Dee');
      const team = await read('Kim', 'Dee');
      const partner = await read('Pat', 'Dee');
      const expected = ofTenant.includes(path) ? nobody.status : team.status;
      if (names.length === 0) {
        // A list: its rows are those of the people in sight, which the model compares.
        expect(partner.status, path).to.equal(expected);
        continue;
      }
      expect(partner.status, `${path} in the part`).to.equal(expected);
      expect((await read('Pat', 'Ron')).status, `${path} outside`).to.equal((await read('Nia', 'Ron')).status);
      if (partner.status === 200 && team.status === 200 && nobody.status === 403) {
        const { permissions: _own, ...ofPartner } = partner.body;
        const { permissions: _theirs, ...ofTeam } = team.body;
        expect(ofPartner, path).to.deep.equal(ofTeam);
        same += 1;
      }
    }
    expect(reads.length).to.be.above(60);
    expect(same).to.be.above(8);
  });
});
