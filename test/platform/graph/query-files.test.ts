// The query files: documented, bound to a tenant. Their plans are in query-files.plans.long.test.ts.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { expandIncludes, getQuery, listQueries, type Query } from '../../../src/platform/graph/queries/query-files.ts';
import { stripCommentsAndStrings } from '../../../src/platform/graph/queries/statements.ts';
import type { Call } from '../../../src/platform/graph/queries/call-types.ts';
import { projectFolder } from '../../../src/platform/lib/project-folder.ts';
import { workQueues } from '../../../src/platform/outbox/queue-limits.ts';
import { friday, service } from '../../support/service.ts';

/** The mark of a query that is not of one tenant: of tenants themselves, of all of them, or whether an id exists elsewhere. */
const allTenants = /^\/\/ @all-tenants$/m;
const boundPattern = /tenantId: \$tenantId|:Tenant \{id: \$tenantId\}|:\$\(\$tenantLabel\)/;
const folder = path.join(projectFolder, 'cypher');

/** The arguments of the innermost call around a place, with their parentheses. */
function callAround(text: string, place: number): string {
  let depth = 0;
  const start = [...text.slice(0, place)].findLastIndex((sign) => {
    if (sign === ')') depth += 1;
    return sign === '(' && (depth -= 1) < 0;
  });
  depth = 0;
  const length = [...text.slice(start)].findIndex((sign) => {
    if (sign === '(') depth += 1;
    return sign === ')' && (depth -= 1) === 0;
  });
  return text.slice(start, start + length + 1);
}

describe('cypher/', () => {
  const api = service();
  for (const { name, text, parameters } of listQueries()) {
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

  it('converts every midnight of a time zone to UTC', () => {
    const found = listQueries().flatMap(({ name, text }) =>
      [...text.matchAll(/datetime\(\{date:/g)].map(({ index }) => ({ name, around: callAround(text, index) })),
    );
    expect(found).to.have.length.above(5);
    for (const { name, around } of found) expect(around, name).to.match(/^\(\{\s*datetime:[^]*timezone: 'Z'\s*\}\)$/);
  });

  it('writes the position of a page as a CASE, which the planner does not split', () => {
    for (const { name, text } of listQueries()) {
      expect(text, name).to.not.match(/NOT \([^()]+ = [^()]+ AND [^()]+ [<>]=? /);
      expect(text, name).to.not.match(/OR \([^()]+ = [^()]+ AND [^()]+ [<>]=? /);
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
