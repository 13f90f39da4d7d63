// Time-zone rules of Node beside those of the database's Java: what differs is named, with the day from which on it does.
import { expect } from 'chai';
import {
  compareOffsets,
  describeZoneDifferences,
  findZoneDifferences,
} from '../../../src/features/organisation/tenants/zone-rules.ts';
import { company } from '../../support/company.ts';
import { friday, service } from '../../support/service.ts';

const api = service();

describe('the rules of a time zone', () => {
  it('are compared day by day, and the first difference is named with both offsets', () => {
    const node = Array.from({ length: 10 }, (_, day) => (day < 4 ? -28_800 : -25_200));
    const database = node.map(() => -28_800);
    expect(compareOffsets('America/Vancouver', friday, node, node)).to.equal(null);
    const found = compareOffsets('America/Vancouver', friday, node, database);
    expect(found).to.deep.equal({ zone: 'America/Vancouver', from: '2026-11-24', node: -25_200, database: -28_800 });
    expect(describeZoneDifferences([found as NonNullable<typeof found>])).to.equal(
      "Node and Neo4j's Java have different rules for America/Vancouver from 2026-11-24 (−07:00 in Node, −08:00 in Neo4j): " +
        'update the older of the two',
    );
  });

  it('are those of the zones that a tenant and its people use, and of no others', async () => {
    const acme = await company(api, 'Ada (admin)\n  Bob\n  Cy');
    const zones = ['Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Auckland'];
    await acme.statement('MATCH (t:Tenant {id: $tenantId}) SET t.timezone = $zone', { zone: zones[0] });
    for (const [at, name] of ['Bob', 'Cy'].entries())
      await acme.statement('MATCH (p:User {tenantId: $tenantId, id: $id}) SET p.timezone = $zone', {
        id: acme.id(name),
        zone: zones[at + 1],
      });
    // these zones have had the same rules for years, on both sides
    expect(await findZoneDifferences(api.graph, acme.tenantId, friday)).to.deep.equal([]);
    const rows = await api.graph.transaction({}, (tx) =>
      tx.rows<{ zone: string; offsets: number[] }>('organisation/check/zone_offsets', {
        onlyTenantId: acme.tenantId,
        days: 250,
        now: friday,
      }),
    );
    expect(rows.map(({ zone, offsets }) => [zone, offsets[0], offsets[240]])).to.deep.equal([
      ['Asia/Kathmandu', 20_700, 20_700],
      ['Europe/Berlin', 3_600, 7_200],
      ['Pacific/Auckland', 46_800, 43_200],
    ]);
  });
});
