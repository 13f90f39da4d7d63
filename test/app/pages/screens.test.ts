// The screens of /docs/screens, drawn with fetch and nothing but their calls: each answers, and no id is without its name.
import { expect } from 'chai';
import { screens } from '../../../src/app/pages/screens.ts';
import { sharedCompany } from '../../support/company.ts';
import { aGoal, aQuestion, aSummary } from '../../support/samples.ts';
import { service } from '../../support/service.ts';

const api = service();
const acme = sharedCompany(api, 'Ada [Board] (admin, people_team)\n  Bob [Sales] (senior_manager)\n    Cy [Sales]');
let ids: Record<string, string>;
/** What follows a query that ends so. */
let asked: Record<string, string>;
before(async () => {
  const made = async (who: string, path: string, body: unknown): Promise<string> =>
    String((await acme.as(who).post(path, body)).body['id']);
  const summaryId = await made('Cy', '/summaries', aSummary());
  await made('Cy', '/goals', aGoal());
  const moves = [{ userId: acme.id('Cy'), managerId: acme.id('Ada') }];
  const planId = await made('Ada', '/admin/org-plans', { name: 'Plan', moves });
  const webhookId = await made('Ada', '/admin/webhooks', { url: 'https://hooks.example/x' });
  const questionId = await made('Ada', '/questions', aQuestion());
  await acme.as('Ada').put(`/admin/org-chart/users/${acme.id('Cy')}/manager`, { managerId: acme.id('Bob') });
  await acme.as('Ada').patch(`/admin/users/${acme.id('Cy')}`, { jobTitle: 'Analyst' });
  ids = { userId: acme.id('Cy'), summaryId, planId, webhookId, weekStart: '2026-11-23' };
  asked = { 'userId=': acme.id('Cy'), 'search=': 'cy', 'weekStart=': '2026-11-16', 'questionId=': questionId };
});

/** What a screen without a profile, motivators, imports or a provider shows. */
const mayBeMissing = /insights|motivators|import|drafts|refused/;
/** Ids of people, which a screen cannot show, and the fields that name the person. */
const named: Record<string, string> = { userId: 'user', actorId: 'actor', managerId: 'manager' };

/** The fields of people's ids that have no name beside them. */
function findBareIds(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(findBareIds);
  const own = Object.keys(value).filter((key) => key in named && !((named[key] ?? '') in value));
  return [...own, ...Object.values(value).flatMap(findBareIds)];
}

describe('a screen of a front end', () => {
  for (const { name, reads } of screens) {
    it(`is shown by its calls: ${name}`, async () => {
      for (const path of reads) {
        const filled = path.replace(/\{(\w+)\}/g, (_, id: string) => ids[id] ?? acme.id('Cy'));
        const query = asked[/\w+=$/.exec(filled)?.[0] ?? ''] ?? '';
        const { status, body } = await acme.as('Ada').get<unknown>(filled + query);
        if (!mayBeMissing.test(path)) expect(status, `${path} ${JSON.stringify(body)}`).to.equal(200);
        if (!path.startsWith('/org/chart')) expect(findBareIds(body), path).to.deep.equal([]);
      }
    });
  }
});
