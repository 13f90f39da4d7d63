// The reports of the first demo company, as pages of the people who may see them.
import { randomBytes } from 'node:crypto';
import { findPerson } from '../../src/features/organisation/people/find-person.ts';
import { findTenant } from '../../src/features/organisation/tenants/tenants.ts';
import type { ReportDefinition } from '../../src/features/reports/definition.ts';
import { reports } from '../../src/features/reports/index.ts';
import { openStorage } from '../../src/platform/storage/storage.ts';
import { readReport, type Reading } from '../../scripts/cli/report/compare.ts';
import { renderPage, type Request } from '../../scripts/cli/report/page.ts';
import { pageTexts } from '../../scripts/cli/report/page-texts.ts';
import type { Language } from '../../src/platform/lib/languages.ts';
import { companies, type Company } from '../../scripts/tools/demo/companies.ts';
import { seed } from '../../scripts/tools/demo/seed.ts';
import { client, userToken, type Client } from './company.ts';
import { friday, type Service } from './service.ts';

export type DemoReports = {
  tenantId: string;
  slug: string;
  people: { email: string; name: string; role: string }[];
  as(email: string): Promise<Client>;
  /** A report in the sight of a person, or of the whole tenant; null if they may not see it. */
  read(report: ReportDefinition, email: string | null): Promise<Reading | null>;
  overview(email: string | null, language?: Language): Promise<string>;
};

/** Seeds the company at `friday`, under a slug of its own. */
export async function demoReports(api: Service): Promise<DemoReports> {
  const [first] = companies as [Company];
  const harbour = { ...first, slug: `${first.slug}-${randomBytes(4).toString('hex')}` };
  const options = { files: openStorage(api.config), now: new Date(friday), report: () => undefined };
  const { tenants } = await seed(api.graph, { ...options, companies: [harbour] });
  api.clock.now = friday;
  const tenant = await findTenant(api.graph, harbour.slug);
  const ask = async (email: string | null, language: Language = 'en'): Promise<Request> => {
    const person = email === null ? null : await findPerson(api.graph, tenant.id, email);
    const graph = api.graph.bind({ tenantId: tenant.id, userId: person?.id ?? 'operator' });
    const scope = { graph, asOperator: !person, now: friday, week: null, period: null, asOf: null };
    return { tenant, person, scope, language };
  };
  const read: DemoReports['read'] = async (report, email) =>
    readReport(report, (await ask(email)).scope).catch((error: { code?: string }) => {
      if (error.code === 'FORBIDDEN') return null;
      throw error;
    });
  return {
    tenantId: tenant.id,
    slug: tenant.slug,
    people: tenants[0]?.people ?? [],
    async as(email) {
      const { id } = await findPerson(api.graph, tenant.id, email);
      return client(api, () => userToken(api, tenant.id, id));
    },
    read,
    async overview(email, language = 'en') {
      const wanted = reports.map((report) => report.inLanguage(language));
      const readings = (await Promise.all(wanted.map((report) => read(report, email)))).flatMap((one) => one ?? []);
      const refused = wanted.filter((report) => !readings.some((reading) => reading.report === report));
      return renderPage(pageTexts[language].report.overview, readings, refused, await ask(email, language));
    },
  };
}
