// Every list with a cursor, walked through by the header Link alone: see links.test.ts.
import { expect } from 'chai';
import { publishChanges } from '../../../src/platform/audit/publish.ts';
import { company, type Company } from '../../support/company.ts';
import { cursorLists, walk } from '../../support/links.ts';
import { eve, eveDrawing, fillAboutEve, fillTheRest } from '../../support/person-with-data.ts';
import { service } from '../../support/service.ts';

const api = service();
const sizes: number[] = [];
let acme: Company;
let ids: Record<string, string>;

before(async () => {
  acme = await company(api, eveDrawing);
  await fillAboutEve(api, acme);
  await fillTheRest(api, acme);
  while (await publishChanges(api.graph, 'test', new Date())) continue;
  const [found] = await acme.statement(
    `MATCH (plan:OrgPlan {tenantId: $tenantId}), (webhook:Webhook {tenantId: $tenantId}),
       (provider:IdentityProvider {tenantId: $tenantId})
     WHERE webhook.status IS NOT NULL
     RETURN plan.id AS planId, webhook.id AS webhookId, provider.id AS providerId`,
  );
  ids = { ...(found as Record<string, string>), userId: acme.id(eve) };
});

/** What a list needs. */
const queries: Record<string, string> = {
  '/mvp/nominations': '?period=2026-11',
  '/changes': '?types=summary.submitted,goal.created',
};

describe('each page of a list', () => {
  for (const { path } of cursorLists) {
    it(`leads to the next by rel="next" alone, until each row was read once: ${path}`, async () => {
      const filled = path.replaceAll(/\{(\w+)\}/g, (_place, name: string) => ids[name] ?? name);
      sizes.push(await walk(api, acme, 'Ada', filled + (queries[path] ?? '')));
    });
  }

  it('has a next one in many of these lists', () => {
    expect(sizes.filter((size) => size > 1).length).to.be.at.least(10);
  });
});
