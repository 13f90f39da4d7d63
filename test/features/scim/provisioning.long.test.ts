// Eight clients provision a company at once, as directories do: match, create or replace, then set the manager.
// Managers arrive before and after their people.
import { expect } from 'chai';
import { company } from '../../support/company.ts';
import { directory, enterprise, entraUser, patchOf, type Directory } from '../../support/scim.ts';
import { service } from '../../support/service.ts';

const people = Number(process.env['SCIM_PEOPLE'] ?? 250);
const clients = 8;
const spanOfControl = 8;

/** Everyone by number; the manager of n is the number before it divided by the span, so that number 0 is the top. */
const nameOf = (n: number): string => `P${String(n).padStart(5, '0')}`;
const managerOf = (n: number): number | null => (n === 0 ? null : Math.floor((n - 1) / spanOfControl));

describe('a company that eight clients provision at once', () => {
  const api = service();
  let requests = 0;
  let repeated = 0;

  /** Sends a request again while the service is busy, as directories do. */
  async function request(send: Directory, ...asked: Parameters<Directory>): ReturnType<Directory> {
    requests += 1;
    const answer = await send(...asked);
    if (answer.status !== 503) return answer;
    repeated += 1;
    return request(send, ...asked);
  }

  /** Sends everyone, in an order in which many managers come after their people. */
  async function provision(send: Directory): Promise<number> {
    const ids = new Map<number, string>();
    const waiting: number[] = [];
    const numbers = Array.from({ length: people }, (_, n) => n);
    const odd = numbers.filter((n) => n % 2 === 1);
    const queue = [...odd.reverse(), ...numbers.filter((n) => n % 2 === 0)].values();
    const started = performance.now();
    requests = 0;

    async function sendOne(n: number): Promise<void> {
      const filter = encodeURIComponent(`userName eq "${nameOf(n).toLowerCase()}@acme.test"`);
      const { body: match } = await request(send, 'GET', `/Users?filter=${filter}&attributes=id`);
      const known = match.Resources[0]?.id;
      const manager = ids.get(managerOf(n) ?? -1);
      const extension = {
        department: `Department ${n % 20}`,
        ...(manager !== undefined && { manager: { value: manager } }),
      };
      const body = entraUser(nameOf(n), { [enterprise]: extension });
      const answer = await (known
        ? request(send, 'PUT', `/Users/${known}`, body)
        : request(send, 'POST', '/Users', body));
      if (answer.status === 409) return sendOne(n); // made by a request whose answer was 503
      expect([200, 201], answer.body.detail).to.include(answer.status);
      ids.set(n, answer.body.id);
      if (manager === undefined) waiting.push(n);
    }

    async function setManager(n: number): Promise<void> {
      const manager = managerOf(n);
      if (manager === null) return;
      const operation = { op: 'Add', path: `${enterprise}:manager`, value: ids.get(manager) };
      const answer = await request(send, 'PATCH', `/Users/${ids.get(n)}`, patchOf(operation));
      expect(answer.status, answer.body.detail).to.equal(200);
    }

    const share = async (queued: IterableIterator<number>, work: (n: number) => Promise<void>): Promise<void> => {
      for (const n of queued) await work(n);
    };
    await Promise.all(Array.from({ length: clients }, () => share(queue, sendOne)));
    const left = waiting.values();
    await Promise.all(Array.from({ length: clients }, () => share(left, setManager)));
    expect(ids.size).to.equal(people);
    return requests / ((performance.now() - started) / 1_000);
  }

  /** What a second run must not change. */
  async function look(tenantId: string): Promise<unknown> {
    const rows = await api.graph.statement(
      `MATCH (t:Tenant {id: $tenantId})
       RETURN t.orgRevision AS revision,
         COUNT { MATCH (e:AuditEntry {tenantId: $tenantId}) WHERE e.at IS NOT NULL } AS entries,
         COUNT { MATCH (:User {tenantId: $tenantId})-[:REPORTED_TO]->() } AS moves,
         COLLECT { MATCH (u:User {tenantId: $tenantId}) WHERE u.email IS NOT NULL RETURN u.updatedAt ORDER BY u.email } AS times`,
      { tenantId },
    );
    return JSON.parse(JSON.stringify(rows));
  }

  it('stands as in the directory, and everything sent again changes nothing', async function () {
    this.timeout(300_000 + people * 120);
    const { tenantId } = await company(api, 'Root (admin)');
    const send = directory(api, tenantId);
    const rate = await provision(send);
    const chart = await api.graph.statement(
      `MATCH (u:User {tenantId: $tenantId}) WHERE u.externalId IS NOT NULL
       OPTIONAL MATCH (u)-[:REPORTS_TO]->(m)
       OPTIONAL MATCH (u)-[:MEMBER_OF]->(t)
       RETURN u.email AS email, m.email AS manager, t.department AS department, count(*) AS rows ORDER BY email`,
      { tenantId },
    );
    const addressOf = (n: number): string => `${nameOf(n).toLowerCase()}@acme.test`;
    const source = Array.from({ length: people }, (_, n) => {
      const manager = managerOf(n);
      const department = `Department ${n % 20}`;
      return { email: addressOf(n), manager: manager === null ? null : addressOf(manager), department, rows: 1 };
    });
    expect(chart).to.deep.equal(source);

    const before = await look(tenantId);
    const again = await provision(send);
    expect(await look(tenantId)).to.deep.equal(before);
    console.log(
      `      ${people} people: ${rate.toFixed(0)} requests/s, again ${again.toFixed(0)} requests/s, ${repeated} repeated`,
    );
  });
});
