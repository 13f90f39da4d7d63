// Every query is planned in a filled database without scans, and without a walk down over everyone.
import { expect } from 'chai';
import neo4j, { type Plan } from 'neo4j-driver';
import { listQueries, type Query } from '../../../src/platform/graph/queries/query-files.ts';
import { deletion, fillTenant, type FullTenant } from '../../support/full-tenant.ts';
import { service } from '../../support/service.ts';

/** What an operator does with a whole tenant may look at all of it, by the tenant's own label, written out. */
const wholeTenant = /^(archives|tenants)\/|^organisation\/check\//;

/**
 * The chain itself is everyone below, a check of an organisation looks at all of it, summaries/list stops after 501
 * people, and people/home and questions/lock_audiences go on only below managers who have left.
 */
const walksDown =
  /^reporting-line\/chain$|^summaries\/list$|^people\/home$|^questions\/lock_audiences$|^organisation\/check\//;
/** A sweep of all tenants reads the index of what waits from end to end. */
const allTenants = /^\/\/ @all-tenants$/m;
/** It reads the batches of all imports that are under way, of which there are few. */
const readsAnIndex = /^organisation\/record_import$/;
/** More would only wait for each other: planning takes a core each. */
const concurrentPlans = 2;
/** The longest statement takes seconds on a quiet machine; the server's own 30 s are too few beside other tests. */
const planWithinMs = 120_000;

/**
 * The operators of a plan; those that follow a reporting line without a given end also say which way they follow it. From a
 * manager to their deputies is no step down a reporting line. An index that begins with the tenant may be read from end to end where
 * hardly anything stands in it: the database then prefers that.
 */
const operators = ({ operatorType, arguments: { Details }, children }: Plan): string[] => {
  const way = operatorType.startsWith('VarLengthExpand(All)')
    ? /<-\[(?!\w*:DEPUTY_FOR\b)/.test(String(Details))
      ? ' down'
      : ' up'
    : '';
  const isOfAll = /^NodeIndex\w*Scan/.test(operatorType) && !/\(tenantId\b/.test(String(Details));
  return [operatorType + way + (isOfAll ? ' of all tenants' : ''), ...children.flatMap(operators)];
};

describe('the plans of cypher/', () => {
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

  before(async function () {
    this.timeout(15 * 60_000); // beside other tests, the planning of all queries has taken more than five minutes
    // Plans depend on how many nodes there are: those of a database with several tenants are looked at.
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
        const planned = driver
          .executeQuery(`EXPLAIN ${text}`, { p: {} }, { transactionConfig: { timeout: planWithinMs } })
          .then(({ summary }) => {
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
    const { name } = one;
    describe(name, () => {
      it('is planned without a scan of everything or a cartesian product', () => {
        const refused = wholeTenant.test(name)
          ? /AllNodesScan|CartesianProduct/
          : /AllNodesScan|NodeByLabelScan|CartesianProduct/;
        expect(plan(toStatement(one)).filter((operator) => refused.test(operator))).to.deep.equal([]);
      });

      if (!wholeTenant.test(name) && !allTenants.test(one.text) && !readsAnIndex.test(name)) {
        it('reads no index from end to end, which has the things of all tenants', () => {
          expect(plan(toStatement(one)).filter((operator) => operator.endsWith(' of all tenants'))).to.deep.equal([]);
        });
      }

      if (!walksDown.test(name)) {
        it('walks up to the caller, never down over everyone below', () => {
          expect(plan(toStatement(one))).to.not.include('VarLengthExpand(All)@neo4j down');
        });
      }
    });
  }
});
