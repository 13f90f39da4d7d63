// The query files: documented, bound to a tenant. Their plans are in query-files.plans.long.test.ts.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { readSourceFiles } from '../../../scripts/query-heads.ts';
import { expandIncludes } from '../../../src/platform/graph/queries/includes.ts';
import { getQuery, listQueries, type Query } from '../../../src/platform/graph/queries/query-files.ts';
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

/**
 * For each lock of a query (`SET goal.id = …` of a node that it has matched, but for the tenant) behind which it makes a node: whether
 * nothing is made for a node that has been deleted while the query waited. It does not use the node any more, or makes a relationship
 * to it, or looks for one, or demands a value of one of its properties.
 */
function usesAfterLock(text: string): boolean[] {
  return [...text.matchAll(/\bSET (\w+)\.id = (?!\1\.)/g)].flatMap(({ 0: lock, 1: name = '', index }) => {
    const [before, after] = [text.slice(0, index), text.slice(index + lock.length)];
    const isMatched = !new RegExp(`\\bMERGE \\(${name}:|\\(${name}:Tenant\\b`).test(before);
    if (!isMatched || !/\b(MERGE|CREATE)\s*\(\w*:/.test(after)) return [];
    const isUsed = new RegExp(`\\b${name}(\\.\\w|\\)| \\{)`).test(after.replaceAll(/\bCALL \([^)]*\)/g, ''));
    const isRelated = new RegExp(
      `\\b(?<!OPTIONAL )(MATCH|MERGE|CREATE) (\\(${name}\\)|[^\n]*[-\\]>]\\(${name}\\))`,
    ).test(after);
    const isJudged = new RegExp(`\\bWHERE\\b[^\\n]*\\b${name}\\.\\w+ (= |IS NOT NULL)`).test(after);
    return [!isUsed || isRelated || isJudged];
  });
}

describe('cypher/', () => {
  const api = service();
  for (const { name, text, parameters } of listQueries()) {
    describe(name, () => {
      it('is no list if it changes something: a list has no plan for transactions', () => {
        const { isList } = getQuery(name);
        const changes = /\b(SET|MERGE|CREATE|DELETE)\b/.test(stripCommentsAndStrings(text));
        expect(isList && changes).to.equal(false);
      });

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
          if (name.startsWith('organisation/stage_')) return;
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

  it('puts the arguments of a call in place of the names of its include, and of nothing else', () => {
    const expand = (text: string): string => expandIncludes(text, 'a/b').replace(/\s+/g, ' ');
    expect(expand('SET\n  pending_event(made, datetime($now) + slip())')).to.equal(
      `SET made:$($tenantLabel), made.status = 'pending', made.attempts = 0, made.traceparent = $traceparent, ` +
        `made.dueAt = datetime($now) + duration('PT5M'), made.createdAt = datetime($now)`,
    );
    expect(expand('RETURN named_user(head([(a)-[:IS]->(one) | one]), team[left(toString(f(g(1)), 2), 1)])')).to.equal(
      'RETURN head([(a)-[:IS]->(one) | one]) {.id, .name, team: team[left(toString(f(g(1)), 2), 1)].name}',
    );
    expect(expand('RETURN named_user(team, person)')).to.equal('RETURN team {.id, .name, team: person.name}');
    for (const given of ['', 'person', 'person, team, now', 'f(person, team)'])
      expect(() => expand(`RETURN named_user(${given})`)).to.throw(
        `cypher/a/b.cypher calls named_user with ${given === '' ? 0 : given.startsWith('f') ? 1 : given.split(',').length} arguments instead of 2.`,
      );
  });

  it('denies a call only of an include in parentheses: NOT would be of its first condition alone', () => {
    const includes = readdirSync(path.join(folder, 'includes'));
    const bodyOf = (name: string): string =>
      readFileSync(path.join(folder, 'includes', `${name}.cypher`), 'utf8').replace(/^(\/\/.*\n)*/, '');
    const texts = [
      ...listQueries()
        .filter(({ name }) => !name.endsWith('_in_view'))
        .map(({ name }) => name),
      ...includes.map((file) => `includes/${path.parse(file).name}`),
    ].map((name) => readFileSync(path.join(folder, `${name}.cypher`), 'utf8'));
    const denied = texts.flatMap((text) => [...text.matchAll(/\bNOT (\w+)\(/g)].map(([, name = '']) => name));
    const known = [...new Set(denied)].filter((name) => includes.includes(`${name}.cypher`));
    expect(known).to.include('in_parts_of');
    for (const name of known) expect(bodyOf(name), name).to.match(/^\(|^(EXISTS|any|all|none) ?[{(]/);
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

  it('nests four includes, and not a fifth', () => {
    const expand = (text: string, within: string[]): string => expandIncludes(text, 'a/b', [], within);
    expect(expand('RETURN moment(moment(moment(moment(x))))', ['one', 'two', 'three'])).to.match(
      /^(RETURN )?(.*left.*){4}$/,
    );
    for (const text of ['RETURN moment(x)', '// @include heads'])
      expect(() => expand(text, ['one', 'two', 'three', 'four']), text).to.throw(
        /^cypher\/a\/b\.cypher nests more than 4 includes: one > two > three > four > (moment|heads)\.$/,
      );
    const name = 'cypher/a/b.cypher nests more than 4 includes: one > two > three > user_by_id > user_ref.';
    expect(() => expand('RETURN user_by_id(x)', ['one', 'two', 'three'])).to.throw(name);
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
    const reports = namesWith(/\bisManager:|@include reader_and_standing$/m);
    expect(reports).to.include.members(['goals/non_setters', 'summaries/trends', 'summaries/weekly_digest']);
    expect(reports).to.deep.equal(namesWith(/@include people_in_sight$/m));
    const producers = namesWith(/\bMERGE \(\w+:OutboxEvent/);
    expect(producers).to.have.length.above(8);
    expect(producers).to.deep.equal(namesWith(/\bpending_event\(/));
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
    expect(writers).to.deep.equal(
      namesWith(/\bchange_entry\(/).filter((name) => name !== 'organisation/announce_people'), // entries that are made later
    );
  });

  it('writes once how entries and events begin, and how a person is shown', () => {
    const files = readSourceFiles().map(({ name, source }) => ({ name, code: stripCommentsAndStrings(source) }));
    const namesWith = (pattern: RegExp): string[] =>
      files.filter(({ code }) => pattern.test(code)).flatMap(({ name }) => name.replace('includes/', ''));
    expect(namesWith(/\brecordedAt\b.{1,3}datetime\.realtime/)).to.have.members(['audit_entry', 'change_entry']);
    expect(namesWith(/\b(MERGE|CREATE) \(\w+:AuditEntry/)).to.have.members(namesWith(/\baudit_entry\(/));
    const producers = namesWith(/\b(MERGE|CREATE) \(\w+:OutboxEvent/);
    expect(producers).to.include.members(['move_person', 'tell_roles']);
    expect(producers).to.have.members(namesWith(/\bpending_event\(/));
    // A person by these fields alone, in any order.
    const persons = [
      /\w \{(?:(?:\.id|\.name|\.jobTitle|\.photoUrl|team: [^,{}]+)(?:, |(?=\}))){5}\}/,
      /\w \{\.id, \.name, team: \w+\.name\}/,
    ];
    expect(persons.flatMap(namesWith)).to.have.members(['user_ref', 'user_ref_in', 'named_user']);
    expect(namesWith(/\.since <= .+ AND (\w+)\.until > /)).to.have.members(['is_in_force', 'heads', 'in_parts_of']);
    const [heads, inForce] = ['// @include heads', 'is_in_force(term, datetime($now))'].map((text) =>
      expandIncludes(text, 'a/b'),
    );
    expect(heads, 'an include that has the text of another').to.include(inForce);
    const inParts = expandIncludes('in_parts_of(reader, person)', 'a/b');
    for (const text of ['is_in_force(part, datetime($now))', 'is_in_part(reader, person, part)'])
      expect(inParts, text).to.include(expandIncludes(text, 'a/b'));
    expect(namesWith(/\bduration\(\{weeks: 53\}\) AND NOT EXISTS/)).to.have.members(['is_open']);
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

  it('looks up again after its lock what it makes something for', () => {
    const judged = listQueries().flatMap(({ name, text }) =>
      usesAfterLock(stripCommentsAndStrings(text)).map((isSafe) => ({ name, isSafe })),
    );
    expect(judged).to.have.length.above(10);
    expect(judged.filter(({ isSafe }) => !isSafe).map(({ name }) => name)).to.deep.equal([]);
    const make = 'MERGE (entry:AuditEntry {id: $id}) ON CREATE SET entry.goalId = goal.id';
    const lock = 'MATCH (goal:Goal {id: $goalId}) SET goal.id = $goalId';
    const locked =
      'MATCH (locked:Goal {id: $goalId}) SET locked.id = $goalId WITH locked MATCH (goal:Goal {id: $goalId})';
    for (const [query, isSafe] of [
      [`${lock} WITH goal ${make}`, false],
      [`${lock} WITH goal OPTIONAL MATCH (goal)-[:NAMES]->(one) ${make}`, false],
      [`${lock} WITH goal WHERE goal.endedAt IS NULL ${make}`, false],
      [`${lock} WITH goal WHERE goal.status <> 'open' ${make}`, false],
      [`${lock} WITH goal WHERE goal.status = 'open' ${make}`, true],
      [`${lock} WITH goal MATCH (goal)<-[:OWNS]-(owner:User) ${make}`, true],
      [`${lock} MERGE (owner)-[:OWNS]->(goal) ${make}`, true],
      [`${locked} ${make}`, true],
      [`${locked} WITH goal, locked SET locked.title = $title ${make}`, false],
    ] as const)
      expect(usesAfterLock(stripCommentsAndStrings(query)), query).to.deep.equal([isSafe]);
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
