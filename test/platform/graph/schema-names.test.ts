// The names that the queries of the product write are known before: a query that meets an unknown one is planned again.
import { expect } from 'chai';
import { listSchemaNames, type SchemaNames } from '../../../src/platform/graph/queries/migrations.ts';
import { company } from '../../support/company.ts';
import { service } from '../../support/service.ts';

describe('the names of labels, types and keys', () => {
  const api = service();

  it('that other tests have written by the queries are known in any case', async () => {
    await company(api, 'Ada [Sales]\n  Bob'); // so that there is something where this file runs alone
    // A goal with values of every type is that of the archives' tests.
    const [used] = (await api.graph.statement(
      `CALL () { MATCH (n) UNWIND labels(n) AS label WITH DISTINCT label WHERE NOT label STARTS WITH 'T_'
                 RETURN collect(label) AS labels }
       CALL () { MATCH ()-[r]->() RETURN collect(DISTINCT type(r)) AS types }
       CALL () { MATCH (n) WHERE n.negativeZero IS NULL UNWIND keys(n) AS key RETURN collect(DISTINCT key) AS ofNodes }
       CALL () { MATCH ()-[r]->() UNWIND keys(r) AS key RETURN collect(DISTINCT key) AS ofRelationships }
       RETURN labels, types, ofNodes + ofRelationships AS keys`,
    )) as SchemaNames[];
    const known = listSchemaNames();
    for (const kind of ['labels', 'types', 'keys'] as const) {
      expect(used?.[kind]).to.have.length.above(0);
      expect(used?.[kind].filter((name) => !known[kind].includes(name))).to.deep.equal([]);
    }
  });
});
