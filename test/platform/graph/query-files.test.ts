// The query files: documented, bound to a tenant, planned without scans.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import neo4j, { type Plan } from 'neo4j-driver';
import { expandIncludes, getQuery, listQueries, type Query } from '../../../src/platform/graph/queries/query-files.ts';
import { stripCommentsAndStrings } from '../../../src/platform/graph/queries/statements.ts';
import type { Call } from '../../../src/platform/graph/queries/call-types.ts';
import { projectFolder } from '../../../src/platform/lib/project-folder.ts';
import { workQueues } from '../../../src/platform/outbox/queue-limits.ts';
import { deletion, fillTenant, type FullTenant } from '../../support/full-tenant.ts';
import { friday, service } from '../../support/service.ts';

/** The mark of a query that is not of one tenant: of tenants themselves, of all of them, or whether an id exists elsewhere. */
const allTenants = /^\/\/ @all-tenants$/m;
const boundPattern = /tenantId: \$tenantId|:Tenant \{id: \$tenantId\}|:\$\(\$tenantLabel\)/;
/** What an operator does with a whole tenant may look at all of it, by the tenant's own label, written out. */
const wholeTenant = /^(archives|tenants|org-check)\//;

const folder = path.join(projectFolder, 'cypher');
/**
 * The chain itself is everyone below, a check of an organisation looks at all of it, summaries/list stops after 501
 * people, and users/home goes on only below managers who have left.
 */
const walksDown = /^reporting-line\/chain$|^summaries\/list$|^users\/home$|^org-check\//;
/** More would only wait for each other: planning takes a core each. */
const concurrentPlans = 4;

/**
 * The operators of a plan; those that follow a reporting line without a given end also say which way they follow it. From a
 * manager to their deputies is no step down a reporting line.
 */
const operators = ({ operatorType, arguments: { Details }, children }: Plan): string[] => {
  const way = operatorType.startsWith('VarLengthExpand(All)')
    ? /<-\[(?!\w*:DEPUTY_FOR\b)/.test(String(Details))
      ? ' down'
      : ' up'
    : '';
  return [operatorType + way, ...children.flatMap(operators)];
};

describe('cypher/', () => {
  const api = service();
  /** The operators of each text that is planned, or why it cannot be. */
  const plans = new Map<string, string[] | Error>();
  const unknownNames = new Set<string>();
  const plan = (text: string): string[] => {
    const planned = plans.get(text) ?? new Error(`No plan was asked for: ${text}`);
    if (planned instanceof Error) throw planned;
    return planned;
  };

  /** The statement that is looked at: that of a whole tenant with the tenant's own label. */
  const toStatement = ({ name, text, statement }: Query): string =>
    wholeTenant.test(name) ? text.replaceAll(':$($tenantLabel)', ':T_0') : statement;

  before(async () => {
    // Plans depend on how many nodes there are: those of a database with several tenants are looked at.
    // The tests after this one use these plans: they are kept by the text and by the types of its parameters.
    const filled: FullTenant[] = [];
    while (filled.length < 10) filled.push(await fillTenant(api.graph, 200)); // all at once, each would plan its statements
    await api.graph.statement("CALL db.createLabel('T_0')"); // stands for the label of a tenant
    await api.graph.statement('CALL db.prepareForReplanning()', {});
    const texts = listQueries().map(toStatement);
    const { NEO4J_URI, NEO4J_USER, NEO4J_PASSWORD } = api.config;
    const driver = neo4j.driver(NEO4J_URI, neo4j.auth.basic(NEO4J_USER, NEO4J_PASSWORD));
    const left = new Set(texts).values();
    const planNext = async (): Promise<void> => {
      for (const text of left) {
        const planned = driver.executeQuery(`EXPLAIN ${text}`, { p: {} }).then(({ summary }) => {
          const ofNames = summary.notifications.filter(({ code }) => /\.Unknown\w+Warning$/.test(code));
          for (const { description } of ofNames) unknownNames.add(description);
          return operators(summary.plan as Plan);
        });
        plans.set(text, await planned.catch((error: Error) => error));
      }
    };
    await Promise.all(Array.from({ length: concurrentPlans }, planNext));
    await driver.close();
    for (const { id } of filled) await api.graph.statement(deletion, { id });
  });

  it('uses no name that is unknown to a database after the migrations', () => {
    expect([...unknownNames]).to.deep.equal([]);
  });

  for (const one of listQueries()) {
    const { name, text, parameters } = one;
    describe(name, () => {
      it('opens with a comment that says what it answers', () => {
        expect(text).to.match(/^\/\/ .{20,}/);
      });

      const bare = stripCommentsAndStrings(text);
      const found = bare.match(/\b(?:MATCH|MERGE)\s*\(\w*:[^)]*\)/g) ?? [];
      const made = [...bare.matchAll(/\bCREATE\s*\(\w*:|\bMERGE\s*\((\w+):/g)];
      const marked = text.match(/:\$\(\$tenantLabel\)/g) ?? [];

      if (allTenants.test(text)) {
        it('has its mark for a reason', () => {
          const isBound = parameters.includes('tenantId') && found.every((pattern) => boundPattern.test(pattern));
          expect(isBound && marked.length >= made.length, 'it is of one tenant: remove // @all-tenants').to.equal(
            false,
          );
        });
      } else {
        it('binds every node it finds or makes by label to the tenant', () => {
          expect(parameters).to.include('tenantId');
          for (const pattern of found) expect(pattern).to.match(boundPattern);
        });

        it('marks every node it makes with the label of the tenant, but for what an import stages', () => {
          if (name.startsWith('org/stage_')) return;
          expect(marked.length).to.be.at.least(made.length);
        });
      }

      it('is planned without a scan of everything or a cartesian product', () => {
        const refused = wholeTenant.test(name)
          ? /AllNodesScan|CartesianProduct/
          : /AllNodesScan|NodeByLabelScan|CartesianProduct/;
        expect(plan(toStatement(one)).filter((operator) => refused.test(operator))).to.deep.equal([]);
      });

      if (!walksDown.test(name)) {
        it('walks up to the caller, never down over everyone below', () => {
          expect(plan(toStatement(one))).to.not.include('VarLengthExpand(All)@neo4j down');
        });
      }
    });
  }

  it('sends an include in place of its line or its call, as far in, and with what is in it', () => {
    const expand = (text: string): string => expandIncludes(text, 'a/b');
    expect(expand('MATCH\n  // @include heads\nRETURN head')).to.equal(`MATCH
  (reader)-[terms:DEPUTY_FOR*0..1]->(head:User {active: true})
  WHERE all(term IN terms WHERE
    term.since <= datetime($now) AND term.until > datetime($now)
  )
RETURN head`);
    expect(expand('RETURN {\n  user: user_by_id(head(row.ids)), at: moment(row.at)\n}')).to.equal(`RETURN {
  user: COLLECT {
    MATCH (person:User {tenantId: $tenantId, id: head(row.ids)})
    RETURN person {.id, .name, .jobTitle, team: [(person)-[:MEMBER_OF]->(memberTeam:Team) | memberTeam.name][0], .photoUrl}
  }[0], at: left(toString(row.at + duration({nanoseconds: 1})), 23) + 'Z'
}`);
  });

  it('sends a query that answers one caller as it is, with its parameters in a map', () => {
    for (const { name, text, statement } of listQueries().filter(({ isBatched }) => !isBatched))
      expect(statement, name).to.equal(text.replaceAll('$', '$p.').replaceAll('$p.(', '$('));
  });

  it('does not load a query with an unknown include', () => {
    expect(() => expandIncludes('MATCH (n)\n// @include people_in_site\nRETURN n', 'a/b')).to.throw(
      'cypher/a/b.cypher includes people_in_site, which is not in cypher/includes.',
    );
  });

  it('decides who is in sight, and makes outbox events, with the shared text alone', () => {
    const written = listQueries().filter(({ name }) => !name.endsWith('_in_view'));
    const files = written.map(({ name }) => ({
      name,
      own: readFileSync(path.join(folder, `${name}.cypher`), 'utf8'),
    }));
    const namesWith = (pattern: RegExp): string[] =>
      files.filter(({ own }) => pattern.test(own)).map(({ name }) => name);
    const readers = namesWith(/\bisManager:|\(reader:User/);
    expect(readers).to.have.length.above(3);
    expect(readers).to.deep.equal(namesWith(/@include (is_manager|myself)$/m));
    const reports = namesWith(/\bisManager:|@include reader_and_(standing|week)$/m);
    expect(reports).to.include.members(['goals/non_setters', 'summaries/trends', 'summaries/weekly_digest']);
    expect(reports).to.deep.equal(namesWith(/@include people_in_sight$/m));
    const producers = namesWith(/\bMERGE \(\w+:OutboxEvent/);
    expect(producers).to.have.length.above(8);
    expect(producers).to.deep.equal(namesWith(/@include pending_event$/m));
    const queues = files.flatMap(({ own }) =>
      [...own.matchAll(/event\.queue = (.+),$/gm)].map(([, value]) => String(value)),
    );
    expect(queues).to.have.length(producers.length);
    // An event that is put off stays in its queue.
    const literals = queues.filter((value) => value !== 'source.queue');
    for (const name of literals.flatMap((value) => value.match(/'[\w-]+'(?= |$)/g) ?? [`none: ${value}`]))
      expect(workQueues.map((one) => `'${one}'`)).to.include(name);
    const writers = namesWith(/\b(MERGE|CREATE) \(\w+:ChangeEntry/).filter((name) => name !== 'changes/publish_batch');
    expect(writers).to.have.length.above(12);
    expect(writers).to.deep.equal(namesWith(/@include change_entry$/m));
  });

  it('writes moments with three decimals, as toString does not', () => {
    for (const { name, text } of listQueries()) {
      const bare = /(?<!left\()toString\((?:\w+\.)?(?:\w+At|dateSet|dateCompleted)\b/.exec(text)?.[0];
      expect(bare, `${name}: moment(…)`).to.equal(undefined);
    }
  });

  it('refuses parameters that are missing or not used', async () => {
    const graph = api.graph.bind({ tenantId: 'x', userId: 'y' });
    const fault = async (params: Record<string, unknown>): Promise<string> =>
      graph.one(...(['summaries/read', params] as unknown as Call)).then(String, (error: Error) => error.message);
    expect(await fault({ now: friday })).to.include('missing [summaryId]');
    expect(await fault({ summaryId: 'a', now: friday, sumaryId: 'b' })).to.include('unused [sumaryId]');
    expect(() => getQuery('summaries/reed')).to.throw('There is no file cypher/summaries/reed.cypher.');
  });

  it('knows a parameter by its name, not in comments or strings', () => {
    const names: Query['parameters'] = getQuery('summaries/read').parameters;
    expect([...names].sort()).to.deep.equal(['callerId', 'now', 'summaryId', 'tenantId']);
  });
});
