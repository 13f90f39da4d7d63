// Random lives of a company's people, told to the service by files, an admin and a directory, and what the company knows.
import { expect } from 'chai';
import { importPeople } from '../../src/features/organisation/import/import.ts';
import { client, company, userToken, type Answer, type Client, type Company } from './company.ts';
import { directory, enterprise, patchOf, type Directory, type ScimAnswer } from './scim.ts';
import { friday, type Service } from './service.ts';

/** A person as the company knows them. `id` is ours, once they have joined; `address` null if it has passed on. */
type Human = {
  mark: number;
  id: string | null;
  name: string;
  address: string | null;
  number: string;
  active: boolean;
  manager: Human | null;
  isLinked: boolean;
  roles: string[];
};
type Refusal = { code?: string };
const channels = ['file', 'admin', 'directory'] as const;
const columns = 'email,name,jobTitle,team,department,managerEmail,roles,employeeNumber,returns,newPerson,samePerson';

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Lets so many people join, and as many things happen to them again as `events` says; checks what must hold all along. */
export async function live(api: Service, { seed, people, events }: { seed: number; people: number; events: number }) {
  const random = createRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const acme = await company(api, 'Ada (admin)');
  const lives = new Lives(api, acme, random, people);
  while (lives.planned.length > 0) await lives.join(lives.planned[0] as Human);
  const actions = ['leave', 'leave', 'comeBack', 'marry', 'rename', 'renumber', 'move', 'move', 'promote'] as const;
  for (let place = 0; place < events; place += 1) {
    await lives[pick(actions)]();
    if (place % 20 === 0) await lives.check();
  }
  await lives.check();
  await lives.checkTexts();
  await lives.tellAll();
  await lives.check();
  expect(await lives.waiting(), 'nobody waits for a manager when all have come').to.deep.equal([]);
}

/** Nobody is named as a manager any more who has left. */
function forgetLeaver(human: Human): void {
  if (human.manager && human.manager.id !== null && !human.manager.active) human.manager = null;
}

class Lives {
  readonly humans: Human[];
  readonly planned: Human[];
  private readonly admin: Client;
  private readonly send: Directory;
  private addresses = 0;

  private readonly api: Service;
  private readonly acme: Company;
  private readonly random: () => number;

  constructor(api: Service, acme: Company, random: () => number, people: number) {
    this.api = api;
    this.acme = acme;
    this.random = random;
    this.admin = acme.as('Ada');
    this.send = directory(api, acme.tenantId);
    this.humans = Array.from({ length: people }, (_, mark) => ({
      mark,
      id: null,
      name: `Person ${mark}`,
      address: null,
      number: `E-${mark}`,
      active: false,
      manager: null,
      isLinked: false,
      roles: [],
    }));
    // the company knows the line of those who have not come yet; a manager comes before or after their people
    for (const human of this.humans) human.manager = this.pick([null, ...this.humans.slice(0, human.mark)]);
    this.planned = [...this.humans].sort(() => this.random() - 0.5);
  }

  async join(human: Human): Promise<void> {
    this.planned.splice(this.planned.indexOf(human), 1);
    forgetLeaver(human);
    const left = this.humans.filter(({ id, active, address }) => id !== null && !active && address !== null);
    const before = left.length > 0 && this.random() < 0.7 ? this.pick(left) : null;
    const address = before?.address ?? this.newAddress();
    Object.assign(human, { address, active: true });
    const id = await this.tellNew(human, before);
    expect(this.humans.map((one) => one.id)).to.not.include(id, `${human.name} has an account of their own`);
    human.id = id;
    if (before) before.address = null;
    await this.write(human);
    if (this.random() < 0.2) await this.leave();
  }

  /** Tells of somebody new; the address of one who left is refused before the channel says that they are another person. */
  private async tellNew(human: Human, before: Human | null): Promise<string> {
    const channel = this.pick(channels);
    if (channel === 'file') {
      if (before) expect((await this.bring(this.toRow(human))).faults, human.name).to.have.length(1);
      const { faults } = await this.bring(this.toRow(human, { newPerson: before !== null }));
      expect(faults, human.name).to.deep.equal([]);
    } else if (channel === 'admin') {
      const body = { email: human.address, name: human.name, employeeNumber: human.number };
      const all = { ...body, ...(human.manager && { manager: this.nameOf(human.manager) }) };
      if (before) expect((await this.post(all)).body.code, human.name).to.equal('USER_LEFT');
      const { status, body: made } = await this.post({ ...all, ...(before && { newPerson: true }) });
      expect(status, `${human.name} ${JSON.stringify(made)}`).to.equal(201);
    } else {
      if (before?.id) {
        const found = await this.send('PUT', `/Users/${before.id}`, this.toUser(human));
        expect([404, 409], human.name).to.include(found.status);
        expect((await this.send('POST', '/Users', this.toUser(human))).body.scimType).to.equal('uniqueness');
      }
      const word = before ? { 'urn:checkin:scim:schemas:User': { newPerson: true } } : {};
      await this.sent(201, this.send('POST', '/Users', { ...this.toUser(human), ...word }), human);
      human.isLinked = true;
    }
    const filter = encodeURIComponent(`userName eq "${human.address}"`);
    const { body } = await this.send('GET', `/Users?filter=${filter}`);
    return body.Resources[0]?.id ?? '';
  }

  async leave(): Promise<void> {
    const human = this.pickActive();
    if (!human) return;
    const isAlone = !this.humans.some((one) => one.active && one.manager === human);
    const way = this.pick(isAlone ? (['admin', 'PATCH', 'DELETE'] as const) : (['PATCH', 'DELETE'] as const));
    if (way === 'admin') {
      const { status, body } = await this.admin.post<Refusal>(`/admin/users/${human.id}/deactivate`);
      if (body.code === 'HAS_REPORTS') return; // somebody still waits for another manager below this one
      expect(status, human.name).to.equal(200);
    } else if (way === 'DELETE') await this.sent(204, this.send('DELETE', `/Users/${human.id}`), human);
    else {
      const taken = this.pick(this.humans.filter(({ active, address }) => active && address)).address;
      const operations = [
        { op: 'Replace', path: 'emails[type eq "work"].value', value: human.address === taken ? 'x' : taken },
        { op: 'Replace', path: 'active', value: 'False' },
      ];
      await this.sent(200, this.send('PATCH', `/Users/${human.id}`, patchOf(...operations)), human);
    }
    Object.assign(human, { active: false, roles: [] });
  }

  async comeBack(): Promise<void> {
    const left = this.humans.filter(({ id, active }) => id !== null && !active);
    if (left.length === 0) return;
    const human = this.pick(left);
    if (human.address === null || this.random() < 0.3) human.address = this.newAddress();
    forgetLeaver(human);
    human.active = true;
    const channel = this.pick(channels);
    if (channel === 'file') {
      expect((await this.bring(this.toRow(human))).faults, human.name).to.have.length(1);
      expect((await this.bring(this.toRow(human, { returns: human.number }))).faults).to.deep.equal([]);
    } else if (channel === 'admin') {
      const body = { email: human.address, name: human.name, employeeNumber: human.number };
      const { managerId } = (await this.admin.get<{ managerId?: string }>(`/users/${human.id}`)).body;
      const below = this.humans.find(({ id }) => id === managerId);
      if ((below?.active ?? true) && !human.manager) await this.admin.delete(`/admin/users/${human.id}/manager`);
      const manager = human.manager ? { manager: this.nameOf(human.manager) } : {};
      if (!human.manager && below && !below.active) await this.admin.delete(`/admin/users/${human.id}/manager`);
      expect((await this.post({ ...body, ...manager })).body.code, human.name).to.equal('USER_LEFT');
      const back = await this.post({ ...body, ...manager, returns: human.id });
      expect([back.status, (back.body as { id?: string }).id], JSON.stringify(back.body)).to.deep.equal([
        201,
        human.id,
      ]);
    } else {
      const back = await this.sent(201, this.send('POST', '/Users', this.toUser(human)), human);
      expect(back.body.id, human.name).to.equal(human.id);
      human.isLinked = true;
    }
  }

  async marry(): Promise<void> {
    await this.tellChange((human) => {
      human.address = this.newAddress();
      human.name = `Person ${human.mark} married`;
    }, true);
  }

  async rename(): Promise<void> {
    await this.tellChange((human) => (human.name = `Person ${human.mark} ${Math.floor(this.random() * 1e6)}`));
  }

  async renumber(): Promise<void> {
    await this.tellChange((human) => (human.number = `N-${human.mark}-${Math.floor(this.random() * 1e6)}`));
  }

  async move(): Promise<void> {
    const human = this.pickActive();
    if (!human) return;
    const lines = await this.lines();
    const isBelow = (one: Human): boolean => {
      for (let at: Human | null = one; at; at = at.manager) if (at === human) return true;
      for (let id: string | null | undefined = one.id; id; id = lines.get(id)?.managerId)
        if (id === human.id) return true;
      return false;
    };
    const possible = this.humans.filter((one) => one.active && one !== human && !isBelow(one));
    human.manager = this.pick([null, ...possible]);
    await this.tell(human);
  }

  async promote(): Promise<void> {
    const human = this.pickActive();
    if (!human) return;
    human.roles = this.pick([[], ['people_team'], ['senior_manager']]);
    const { status } = await this.admin.patch(`/admin/users/${human.id}`, { roles: human.roles });
    expect(status, human.name).to.equal(200);
  }

  /** The whole company as a file, by number: the last word of the source. */
  async tellAll(): Promise<void> {
    const here = this.humans.filter(({ active }) => active);
    for (const human of here) forgetLeaver(human);
    const { faults } = await this.bring(...here.map((human) => this.toRow(human)));
    expect(faults).to.deep.equal([]);
  }

  /** Each person has one account, as the company knows them, below their manager or waiting for one who is not there. */
  async check(): Promise<void> {
    const lines = await this.lines();
    expect(lines.size, 'one account a person').to.equal(this.humans.filter(({ id }) => id !== null).length + 1);
    for (const human of this.humans) {
      if (human.id === null) continue;
      const account = lines.get(human.id);
      expect(account, human.name).to.deep.include({
        name: human.name,
        number: human.number,
        active: human.active,
        roles: human.roles,
        email: human.address ?? `${human.id}@released.invalid`,
      });
      if (!human.active || !account) continue;
      if (account.pending === null) expect(account.managerId, human.name).to.equal(human.manager?.id ?? null);
      else expect(human.manager?.active ? this.above(human.manager.id, lines) : [human.id]).to.include(human.id);
    }
  }

  /** Everybody reads what they wrote, and nothing else of their own. */
  async checkTexts(): Promise<void> {
    const rows = await this.api.graph.statement(
      `MATCH (u:User {tenantId: $tenantId})-[:WROTE]->(s:Summary) RETURN u.id AS id, s.proud AS proud`,
      { tenantId: this.acme.tenantId },
    );
    const expected = this.humans.map(({ id, mark }) => ({ id, proud: `by ${mark}` }));
    expect(rows).to.have.deep.members(expected);
    for (const human of this.humans.filter(({ active }) => active)) {
      const { body } = await this.as(human).get<{ items: { id: string }[] }>('/summaries?author=me');
      expect(body.items, human.name).to.have.length(1);
      const { body: own } = await this.as(human).get(`/summaries/${body.items[0]?.id}`);
      expect(own['proud']).to.equal(`by ${human.mark}`);
    }
    for (const human of this.humans.filter(({ active }) => !active).slice(0, 10)) {
      expect((await this.as(human).get('/summaries?author=me')).status).to.equal(401);
    }
  }

  async waiting(): Promise<string[]> {
    return [...(await this.lines()).values()]
      .filter(({ active, pending }) => active && pending)
      .map(({ name }) => name);
  }

  private async tellChange(change: (human: Human) => void, samePerson = false): Promise<void> {
    const human = this.pickActive();
    if (!human) return;
    change(human);
    await this.tell(human, samePerson);
  }

  /** Tells all about somebody who is known, by any channel that can say it. A file says so of somebody with another name and address. */
  private async tell(human: Human, samePerson = false): Promise<void> {
    forgetLeaver(human);
    const channel = this.pick(channels);
    if (channel === 'directory') {
      await this.sent(200, this.send('PUT', `/Users/${human.id}`, this.toUser(human)), human);
      human.isLinked = true;
    } else if (channel === 'admin') {
      const { address, name, number, manager } = human;
      const body = { email: address, name, employeeNumber: number, ...(manager && { manager: this.nameOf(manager) }) };
      const { status, body: answer } = await this.admin.patch(`/admin/users/${human.id}`, body);
      expect(status, `${name} ${JSON.stringify(answer)}`).to.equal(200);
      if (!manager) await this.admin.delete(`/admin/users/${human.id}/manager`);
    } else
      expect((await this.bring(this.toRow(human, { id: human.id, samePerson }))).faults, human.name).to.deep.equal([]);
  }

  private toUser(human: Human): object {
    return {
      userName: human.address,
      displayName: human.name,
      externalId: `x${human.mark}`,
      active: true,
      [enterprise]: {
        employeeNumber: human.number,
        manager: { value: human.manager ? this.nameOf(human.manager) : '' },
      },
    };
  }

  private toRow(human: Human, { id = '', returns = '', newPerson = false, samePerson = false }: RowWord = {}): string {
    const manager = human.manager ? this.nameOf(human.manager) : '';
    const decisions = `${human.number},${returns},${newPerson ? 'yes' : ''},${samePerson ? 'yes' : ''},${id ?? ''}`;
    return `${human.address},${human.name},,,,${manager},${human.roles.join(';')},${decisions}`;
  }

  /** Any name of somebody; of one who has not come, the number, which they will have. */
  private nameOf({ id, address, number, mark, isLinked }: Human): string {
    const names = [number, ...(id ? [id, address ?? number, ...(isLinked ? [`x${mark}`] : [])] : [])];
    return this.pick(names);
  }

  private bring(...rows: string[]) {
    const csv = Buffer.from([`${columns},id`, ...rows].join('\n'));
    return importPeople(this.api.graph, { id: this.acme.tenantId }, csv, { now: new Date(friday), emptyClears: true });
  }

  private post(body: object): Promise<Answer<Refusal>> {
    return this.admin.post<Refusal>('/admin/users', body);
  }

  private async sent(status: number, answer: Promise<ScimAnswer>, { name }: Human): Promise<ScimAnswer> {
    const given = await answer;
    expect(given.status, `${name}: ${given.body.detail}`).to.equal(status);
    return given;
  }

  private async write(human: Human): Promise<void> {
    const scores = { qualityOfWork: 3, personalWellbeing: 3, professionalWellbeing: 3 };
    const texts = { proud: `by ${human.mark}`, obstacles: '', learned: '', important: '' };
    const { status } = await this.as(human).post('/summaries', { weekStart: '2026-11-16', ...texts, scores });
    expect(status, human.name).to.equal(201);
  }

  private as({ id }: Human): Client {
    return client(this.api, () => userToken(this.api, this.acme.tenantId, id ?? ''));
  }

  private async lines(): Promise<Map<string, Account>> {
    const rows = (await this.api.graph.statement(
      `MATCH (u:User {tenantId: $tenantId}) WHERE u.email IS NOT NULL
       RETURN u.id AS id, u.name AS name, u.email AS email, u.active AS active, u.roles AS roles,
         u.employeeNumber AS number, u.pendingManager AS pending, [(u)-[:REPORTS_TO]->(m) | m.id][0] AS managerId`,
      { tenantId: this.acme.tenantId },
    )) as Account[];
    return new Map(rows.map((row) => [row.id, row]));
  }

  private above(start: string | null, lines: Map<string, Account>): string[] {
    const ids: string[] = [];
    for (let id = start; id; id = lines.get(id)?.managerId ?? null) ids.push(id);
    return ids;
  }

  private pickActive(): Human | null {
    const here = this.humans.filter(({ active }) => active);
    return here.length > 0 ? this.pick(here) : null;
  }

  private newAddress(): string {
    return `a${(this.addresses += 1)}@acme.test`;
  }

  private pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.random() * list.length)] as T;
  }
}

type RowWord = { id?: string | null; returns?: string; newPerson?: boolean; samePerson?: boolean };
type Account = {
  id: string;
  name: string;
  email: string;
  active: boolean;
  roles: string[];
  number: string;
  pending: string | null;
  managerId: string | null;
};
