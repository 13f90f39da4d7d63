// An import happens as a whole, or not at all, and nobody changes the organisation meanwhile.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { rolesThatHold } from '../../../src/platform/access/permissions.ts';
import type { GraphClient } from '../../../src/platform/graph/client.ts';
import { importPeople } from '../../../src/features/organisation/import/import.ts';
import { bytesPerPerson } from '../../../src/features/organisation/import/import-memory.ts';
import { ann, bob, cyd, header, now, organisation } from '../../support/organisation.ts';
import { service } from '../../support/service.ts';

describe('the transaction of an import', () => {
  const api = service();
  const org = organisation(api);

  it('writes nothing when one row of many has a fault', async () => {
    await org.bring([ann]);
    const before = await org.nodes();
    const { applied, faults } = await org.bring([bob, cyd, 'dan@a.example,Dan,,,,,nobody']);
    expect(applied).to.equal(false);
    expect(faults.map(({ row, message }) => [row, message.slice(0, 24)])).to.deep.equal([
      [4, 'role "nobody" is unknown'],
    ]);
    expect(await org.nodes()).to.deep.equal(before);
  });

  it('writes nothing when the database refuses the last of it', async () => {
    await org.bring([ann]);
    const before = await org.nodes();
    const graph = org.interfered((run, ...call) =>
      call[0] === 'organisation/record_import' ? run(call[0], { ...call[1], now: 'no time' }) : run(...call),
    );
    const refusal = await org.bring([bob, cyd], { graph }).catch((error: Error) => error);
    expect(refusal).to.be.instanceOf(Error);
    expect(await org.nodes()).to.deep.equal(before);
  });

  it('takes no more memory for somebody who is new, changed, moved or leaves than an import is refused for', async () => {
    const people = 2_000;
    let bytes = 0;
    const graph = org.interfered(async (run, ...call) => {
      if (call[0] === 'organisation/record_import') {
        const [row] = await api.graph.statement(
          'SHOW TRANSACTIONS YIELD estimatedUsedHeapMemory AS bytes RETURN max(bytes) AS bytes',
        );
        bytes = Number(row?.['bytes']);
      }
      return run(...call);
    });
    const bring = async (jobTitle: string, span: number, inFile = people): Promise<number> => {
      const file = Array.from({ length: inFile }, (_, n) => {
        const manager = n === 0 ? '' : `p${Math.floor((n - 1) / span)}@a.example`;
        return `p${n}@a.example,Person ${n},${jobTitle},Team ${n % 50},Tech,${manager},`;
      });
      const { created, changed, moved, leaving } = await org.bring(file, { graph, atMost: 100 });
      return bytes / Math.max(created.length, changed.length, moved.length, leaving.length);
    };
    const used = {
      created: await bring('Baker', 8),
      changed: await bring('Cook', 8),
      moved: await bring('Cook', 7),
      leaving: await bring('Cook', 7, people / 2),
    };
    // In a small import somebody who is changed, moved or leaves takes some 60 % of what one takes in a large import.
    for (const kind of ['changed', 'moved', 'leaving'] as const)
      expect(used[kind] / bytesPerPerson[kind], kind).to.be.within(0.3, 0.7);
    expect(used.created / bytesPerPerson.created, 'created').to.be.within(0.7, 1.1);
  });

  it('is refused at once when the database has too little memory for it, in a dry run too', async () => {
    const graph = { ...api.graph, statement: () => Promise.resolve([{ value: '1.00MiB' }]) };
    const file = Array.from({ length: 200 }, (_, n) => `p${n}@a.example,Person ${n},,,,,`);
    for (const dryRun of [true, false]) {
      const { applied, faults } = await org.bring(file, { graph, dryRun });
      expect(applied).to.equal(false);
      const message = faults.map((fault) => fault.message).join();
      expect(message).to.match(
        /needs some 2 MB of Neo4j's memory, and dbms\.memory\.transaction\.total\.max allows 2 MB/,
      );
      expect(message).to.match(/import some 149 of these people at a time, .* or give Neo4j a heap of 1 GB/);
    }
  });

  it('only says what it would do in a dry run', async () => {
    await org.bring([ann, bob, cyd]);
    const before = await org.nodes();
    const file = [
      ann,
      bob.replace('ann@', 'cyd@').replace('Head', 'Chief'),
      cyd.replace('bob@', 'ann@'),
      'dan@a.example,Dan,,,,,',
    ];
    const said = await org.bring(file, { dryRun: true });
    expect(said).to.deep.equal({
      applied: false,
      created: [{ email: 'dan@a.example', name: 'Dan', manager: '', team: '', startDate: '' }],
      changed: [
        {
          email: 'bob@a.example',
          fields: ['jobTitle'],
          name: 'Bob',
          values: [{ field: 'jobTitle', from: 'Head', to: 'Chief' }],
        },
      ],
      moved: [
        { email: 'bob@a.example', from: 'ann@a.example', to: 'cyd@a.example' },
        { email: 'cyd@a.example', from: 'bob@a.example', to: 'ann@a.example' },
      ],
      warnings: ['4 of 4 names are one word, such as "Ann", "Bob", "Cyd" and 1 other'],
      released: [],
      pending: [],
      loops: [],
      unchanged: 1,
      departments: [],
      leaving: [],
      leftOut: [],
      faults: [],
      notes: [],
    });
    expect(await org.nodes()).to.deep.equal(before);
    expect(await org.bring(file)).to.deep.equal({ ...said, applied: true });
  });

  it('records no dry run that may name somebody who was erased meanwhile', async () => {
    await org.bring([ann]);
    let recorded = 0;
    const dryRun = (graph: GraphClient) =>
      importPeople(graph, org.tenant, Buffer.from(header), {
        now,
        dryRun: true,
        record: () => Promise.resolve(void (recorded += 1)),
      });
    await dryRun(api.graph);
    const erasing = org.interfered(async (run, ...call) => {
      if (call[0] === 'organisation/list_people')
        await api.graph.statement(
          'MATCH (t:Tenant {id: $id}) SET t.erasures = coalesce(t.erasures, 0) + 1',
          org.tenant,
        );
      return run(...call);
    });
    const refusal = await dryRun(erasing).catch((error: Error) => error.message);
    expect(refusal).to.equal('Somebody was erased who may be in the result.');
    expect(recorded).to.equal(1);
  });

  it('makes a move wait until it is done, and the move sees what it wrote', async () => {
    await org.bring([ann, bob, cyd]);
    const ids = Object.fromEntries((await org.nodes()).map(({ name, id }) => [name, id])) as Record<string, string>;
    const move = {
      userId: ids['Ann'] ?? '',
      managerId: ids['Bob'] ?? '',
      permittedRoles: rolesThatHold('manager:set'),
      auditId: randomUUID(),
      now: now.toISOString(),
      rolesWithTenantScope: [],
      establishedDays: 30,
    };
    const order: string[] = [];
    let moving: Promise<unknown> = Promise.resolve();
    const graph = org.interfered(async (run, ...call) => {
      const rows = await run(...call);
      if (call[0] === 'organisation/lock_tenant') {
        const mover = api.graph.bind({ tenantId: org.tenant.id, userId: ids['Ann'] ?? '' });
        moving = mover.write('reporting-line/set_manager', move).finally(() => order.push('moved'));
        await pause(300);
      }
      if (call[0] === 'organisation/record_import') order.push('imported');
      return rows;
    });
    await org.bring([ann, bob.replace('ann@a.example', ''), cyd], { graph, emptyClears: true });
    expect(await moving).to.deep.include({ managerFound: true, cycle: false });
    expect(order).to.deep.equal(['imported', 'moved']);
  });
});
