// The query files: documented, bound to a tenant, planned without scans, the same alone and shared.
import { expect } from 'chai';
import { listQueries, stripCommentsAndStrings, getQuery, type Query } from '../../src/graph/query-files.ts';
import { service } from '../support/service.ts';

/** Questions that are not a tenant's: tenants themselves, and whether an id exists elsewhere. */
const beyondTenants = /^(tenants\/|access\/\w+_elsewhere$|outbox\/(claim|figures|forget)$|profiles\/unneeded_files$)/;
/** What an operator does with a whole tenant may look at all of it, by the tenant's own label, written out. */
const wholeTenant = /^(tenants|org-check)\//;
/** What scripts run in transactions of their own is never shared. */
const ofScripts = /^(bench|demo|org|org-check|tenants)\//;

type Plan = { operatorType: string; children?: Plan[] };
const operators = (plan: Plan): string[] => [plan.operatorType, ...(plan.children ?? []).flatMap(operators)];

describe('cypher/', () => {
  const api = service();
  const plan = async (text: string): Promise<string[]> => operators((await api.graph.explain(text)) as Plan);

  for (const { name, text, parameters, statement, batched } of listQueries()) {
    describe(name, () => {
      it('opens with a comment that says what it answers', () => {
        expect(text).to.match(/^\/\/ .{20,}/);
      });

      if (!beyondTenants.test(name)) {
        it('binds every node it finds or makes by label to the tenant', () => {
          expect(parameters).to.include('tenantId');
          for (const [pattern] of stripCommentsAndStrings(text).matchAll(/\b(?:MATCH|MERGE)\s*\(\w*:[^)]*\)/g)) {
            expect(pattern).to.match(/tenantId: \$tenantId|:Tenant \{id: \$tenantId\}|:\$\(\$tenantLabel\)/);
          }
        });

        it('marks every node it makes with the label of the tenant', () => {
          const made = [...stripCommentsAndStrings(text).matchAll(/\bCREATE\s*\(\w*:|\bMERGE\s*\((\w+):/g)];
          const marked = text.match(/:\$\(\$tenantLabel\)/g) ?? [];
          expect(marked.length).to.be.at.least(made.length);
        });
      }

      it('is planned without a scan of everything or a cartesian product', async () => {
        const used = await plan(wholeTenant.test(name) ? text.replaceAll(':$($tenantLabel)', ':T_0') : statement);
        const refused = wholeTenant.test(name)
          ? /AllNodesScan|CartesianProduct/
          : /AllNodesScan|NodeByLabelScan|CartesianProduct/;
        expect(used.filter((operator) => refused.test(operator))).to.deep.equal([]);
      });

      if (!/^reporting-line\/chain$|^org-check\//.test(name)) {
        it('walks up to the caller, never down over everyone below', async () => {
          expect(await plan(statement)).to.not.include('VarLengthExpand(All)@neo4j');
        });
      }

      if (batched && !ofScripts.test(name)) {
        it('is planned with the same index seeks when many ask at once', async () => {
          const seeks = (used: string[]): string[] => used.filter((operator) => operator.includes('Seek')).sort();
          expect(seeks(await plan(batched))).to.deep.equal(seeks(await plan(statement)));
        });
      }
    });
  }

  it('locks by its id what it sets from itself more than once', () => {
    for (const { name, text } of listQueries()) {
      const fromItself = [...text.matchAll(/\b(\w+)\.(\w+) = [^\n]*\b\1\.\2\b/g)].length;
      if (fromItself > 1 && !name.startsWith('org/')) expect(text, name).to.match(/^SET (\w+)\.id = \$\w+$/m);
    }
  });

  it('says in the same words in every report who is in sight', () => {
    const reports = listQueries().filter(({ parameters }) => parameters.includes('seeAll'));
    const inSight = reports.map(({ text }) => /^ {2}CALL \(caller, standing\) \{\n[\s\S]*?^ {2}\}$/m.exec(text)?.[0]);
    const standing = reports.map(({ text }) => /^ {2}caller \{\n[\s\S]*?^ {2}\} AS standing,$/m.exec(text)?.[0]);
    expect(reports.map(({ name }) => name)).to.include.members([
      'goals/non_setters',
      'summaries/trends',
      'summaries/weekly_digest',
    ]);
    for (const words of [inSight, standing]) {
      expect(words[0]).to.include('REPORTS_TO');
      expect(new Set(words).size).to.equal(1);
    }
    const spaced = (text: string): string => text.replace(/\s+/g, ' ');
    const mayRead = spaced(/isManager: ([\s\S]*) \} AS/.exec(spaced(standing[0] ?? ''))?.[1] ?? '-');
    for (const name of ['notifications/open_digest_run', 'notifications/preview_runs']) {
      expect(spaced(getQuery(name).text), name).to.include(mayRead.replaceAll('caller', 'reader'));
    }
  });

  it('writes moments with three decimals, as toString does not', () => {
    for (const { name, text } of listQueries()) {
      const bare = /(?<!left\()toString\((?:\w+\.)?(?:\w+At|dateSet|dateCompleted)\b/.exec(text)?.[0];
      expect(bare, `${name}: left(toString(… + duration({nanoseconds: 1})), 23) + 'Z'`).to.equal(undefined);
    }
  });

  it('refuses parameters that are missing or not used', async () => {
    const graph = api.graph.bind({ tenantId: 'x', userId: 'y' });
    const fault = async (params: Record<string, unknown>): Promise<string> =>
      graph.one('summaries/read', params).then(String, (error: Error) => error.message);
    expect(await fault({})).to.include('not given [summaryId]');
    expect(await fault({ summaryId: 'a', sumaryId: 'b' })).to.include('not used [sumaryId]');
    expect(() => getQuery('summaries/reed')).to.throw('There is no file cypher/summaries/reed.cypher.');
  });

  it('knows a parameter by its name, not in comments or strings', () => {
    const names: Query['parameters'] = getQuery('summaries/read').parameters;
    expect([...names].sort()).to.deep.equal(['callerId', 'summaryId', 'tenantId']);
  });
});
