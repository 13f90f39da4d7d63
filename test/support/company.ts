// A tenant of its own for a test, drawn as an indented org chart, and requests made as one of its people.
import { randomUUID } from 'node:crypto';
import { before, beforeEach } from 'mocha';
import type { Role } from '../../src/platform/access/permissions.ts';
import { nameTeam, toSortName } from '../../src/platform/lib/names.ts';
import { signToken } from '../../src/platform/http/caller/token-keys.ts';
import { expectDeclaredOrder } from './field-order.ts';
import type { Service } from './service.ts';

type Person = { id: string; name: string; email: string; roles: Role[]; manager?: string; team?: string };
export type Answer<T = unknown> = { status: number; body: T; headers: Headers };
/** Status and code of an answer. */
export const refusal = ({ status, body }: Answer): unknown[] => [status, (body as { code?: string } | null)?.code];
/** Headers such as `{ 'if-match': tag }`. */
type Sent = Record<string, string>;
export type Client = {
  get<T = Record<string, unknown>>(path: string, headers?: Sent): Promise<Answer<T>>;
  post<T = Record<string, unknown>>(path: string, body?: unknown, headers?: Sent): Promise<Answer<T>>;
  put<T = Record<string, unknown>>(path: string, body?: unknown, headers?: Sent): Promise<Answer<T>>;
  patch<T = Record<string, unknown>>(path: string, body?: unknown, headers?: Sent): Promise<Answer<T>>;
  delete<T = Record<string, unknown>>(path: string): Promise<Answer<T>>;
};
export type Company = {
  tenantId: string;
  /** The id of a person, by name. */
  id(name: string): string;
  /** Requests with that person's token. */
  as(name: string): Client;
  /** That person's token. */
  token(name: string): Promise<string>;
  /** Runs a statement with `$tenantId`, and as `$label` the one of the tenant, unless `params` have another. */
  statement: Service['graph']['statement'];
  people: Person[];
};

/**
 * Creates a tenant from a drawing: two spaces of indent a level, one person a line, `Name [team] (role, role)`.
 * A trailing `†` is somebody who has left.
 */
export async function company(service: Service, drawing: string): Promise<Company> {
  const tenantId = `a${randomUUID().slice(1)}`; // also a valid slug
  const label = `T_${tenantId.replaceAll('-', '')}`;
  const people = peopleIn(drawing);
  await service.graph.statement(
    `CREATE (t:Tenant {id: $tenantId, slug: $tenantId, name: 'Test', timezone: 'Europe/Berlin',
       nominationDays: '1-31', orgRevision: 0})
     WITH t UNWIND $people AS person
     CREATE (u:User:$($label) {tenantId: $tenantId, id: person.id, email: person.email, name: person.name,
       sortName: person.sortName, roles: person.roles, active: person.active, jobTitle: person.jobTitle,
       createdAt: datetime('2026-01-05T09:00:00Z'), updatedAt: datetime('2026-01-05T09:00:00Z')})
     WITH person, u
     CALL (person, u) {
       WITH person, u WHERE person.team IS NOT NULL
       MERGE (team:Team {tenantId: $tenantId, key: person.teamNames.key})
         ON CREATE SET team:$($label), team += person.teamNames, team.department = person.team
       MERGE (u)-[:MEMBER_OF]->(team)
     }
     WITH collect({managerId: person.managerId, node: u}) AS people
     UNWIND people AS person
     MATCH (m:User {tenantId: $tenantId, id: person.managerId})
     WITH person.node AS u, m
     CREATE (u)-[:REPORTS_TO {since: u.createdAt}]->(m)`,
    { tenantId, label, people },
  );
  const found = (name: string): Person => {
    const person = people.find((one) => one.name === name);
    if (!person) throw new Error(`${name} is not in the drawing.`);
    return person;
  };
  const tokens = new Map<string, Promise<string>>();
  const token = (name: string): Promise<string> => {
    const signed = tokens.get(name) ?? userToken(service, tenantId, found(name).id);
    tokens.set(name, signed);
    return signed;
  };
  return {
    tenantId,
    people,
    id: (name) => found(name).id,
    token,
    as: (name) => client(service, () => token(name)),
    statement: (text, params) => service.graph.statement(text, { label, ...params, tenantId }),
  };
}

/** A company that is created anew before each test of a file or block. */
export function freshCompany(api: Service, drawing: string): Company {
  const created = {} as Company;
  beforeEach(async () => {
    Object.assign(created, await company(api, drawing));
  });
  return created;
}

/** A company that the tests of a file or block share. */
export function sharedCompany(api: Service, drawing: string): Company {
  const created = {} as Company;
  before(async () => {
    Object.assign(created, await company(api, drawing));
  });
  return created;
}

/** The parameters of organisation/people/write with which a person leaves, as for a change that has been decided. */
export const leaveParams = (userId: string, now: string) => ({
  userId,
  now,
  fields: { active: false, removed: false },
  startDate: null,
  teams: [],
  moves: [],
  notices: [],
  released: [],
  isJudged: true,
  entries: [
    {
      id: randomUUID(),
      action: 'person.deactivate',
      type: 'user.deactivated',
      fields: null,
      refused: null,
      values: {},
    },
  ],
});

/** A token for a user of a tenant, with claims to replace. */
export function userToken(service: Service, tenant: string, sub: string): Promise<string> {
  return tokenOf(service, { sub, tenant });
}

/** A token with these claims, signed with the service's local key. */
export function tokenOf(service: Service, claims: { sub: string; tenant: string; scope?: string }): Promise<string> {
  const { TOKEN_KEY_FILE, TOKEN_ISSUER, TOKEN_AUDIENCE } = service.config;
  return signToken(TOKEN_KEY_FILE ?? '', claims, { issuer: TOKEN_ISSUER, audience: TOKEN_AUDIENCE }, '1h');
}

/**
 * On a busy machine a request may be answered 503, as to any client: it is repeated, unless that might do its work
 * twice.
 */
const maxAttempts = 5;
const busyCodes = ['DATABASE_UNAVAILABLE', 'ANSWER_TOO_SLOW', 'OVERLOADED'];

/** Requests with a token; bodies are sent as JSON, except texts and bytes. */
export function client(service: Service, token: () => Promise<string>): Client {
  const sendOnce = async <T>(method: string, path: string, body: unknown, headers: Sent): Promise<Answer<T>> => {
    const isJson = typeof body !== 'string' && !(body instanceof Uint8Array);
    const response = await fetch(`${service.url}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await token()}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : new Uint8Array(Buffer.from(body)) }),
    });
    const text = await response.text();
    const answer = {
      status: response.status,
      headers: response.headers,
      body: (response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text) as T,
    };
    expectDeclaredOrder(method, path, answer.status, answer.body);
    return answer;
  };
  const send = async <T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Sent = {},
    attempt = 1,
  ): Promise<Answer<T>> => {
    const answer = await sendOnce<T>(method, path, body, headers);
    const { code = '' } = (answer.body ?? {}) as { code?: string };
    const mayRepeat = ['GET', 'PUT', 'PATCH'].includes(method) && busyCodes.includes(code) && attempt < maxAttempts;
    return mayRepeat ? send(method, path, body, headers, attempt + 1) : answer;
  };
  return {
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    put: (path, body, headers) => send('PUT', path, body, headers),
    patch: (path, body, headers) => send('PATCH', path, body, headers),
    delete: (path) => send('DELETE', path),
  };
}

/**
 * Everything a tenant holds, as one value to compare before and after. Left out is that a change was made (a record with the status 0): one
 * that finds everything as it shall be leaves it too. So is what admins read of refused sign-ins.
 */
export async function fingerprint(service: Service, tenantId: string): Promise<unknown> {
  return service.graph.statement(
    `MATCH (n {tenantId: $tenantId})
     WHERE NOT (n:IdempotencyRecord AND n.status = 0)
     OPTIONAL MATCH (n)-[r]->(m)
     WITH n, r, m ORDER BY type(r), m.id
     WITH n, collect(type(r) + coalesce(m.id, m.name, '')) AS edges
     RETURN labels(n) AS labels, properties(n {.*, refusals: null}) AS properties, edges
     ORDER BY n.id, n.name, n.key`,
    { tenantId },
  );
}

function peopleIn(
  drawing: string,
): (Person & Record<'jobTitle' | 'sortName', string> & { managerId: string | null; active: boolean })[] {
  const line = /^( *)([^[(†]+?)(?: \[([^\]]+)\])?(?: \(([^)]+)\))?( †)?$/;
  const above: string[] = [];
  const lines = drawing.split('\n').filter((text) => text.trim());
  const margin = Math.min(...lines.map((text) => text.search(/\S/)));
  return lines.map((text) => {
    const [, indent = '', name = '', team, roles, left] = line.exec(text.slice(margin)) ?? [];
    if (!name) throw new Error(`Not a person: ${text}`);
    const level = indent.length / 2;
    const id = randomUUID();
    const managerId = above[level - 1] ?? null;
    above.length = level;
    above.push(id);
    return {
      id,
      name,
      sortName: toSortName(name),
      email: `${name.toLowerCase().replaceAll(' ', '.')}@example.test`,
      jobTitle: `${name}'s job`,
      roles: (roles?.split(', ') ?? []) as Role[],
      active: left === undefined,
      managerId,
      ...(team === undefined ? {} : { team, teamNames: nameTeam(team, team) }),
    };
  });
}
