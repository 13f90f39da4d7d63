// checkin doctor: checks everything that the service depends on.
import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import pino from 'pino';
import { variables } from '../../../src/platform/config/config.ts';
import { listPendingMigrations } from '../../../src/platform/graph/queries/migrations.ts';
import { checkTenant } from '../../../src/features/organisation/tenants/check.ts';
import { listTenants } from '../../../src/features/organisation/tenants/tenants.ts';
import { pluralize } from '../../../src/platform/lib/pluralize.ts';
import { adviseOnDeadEvents, describeDeadEvents, listDeadEvents } from '../../../src/platform/outbox/dead-events.ts';
import { openRedis } from '../../../src/platform/outbox/queues/redis.ts';
import { describeZoneDifferences, findZoneDifferences } from '../../../src/features/organisation/tenants/zone-rules.ts';
import { listKeyIds, readServiceKeys } from '../../../src/platform/secrets/service-keys.ts';
import { countOutdated } from '../../../src/features/webhooks/reseal.ts';
import { resolveConfig, connect, type Connection } from '../connect.ts';
import { formatError } from '../format-error.ts';
import { print, printJson } from '../output.ts';

const redisTimeoutMs = 3_000;

/** The reference of the configuration: name, default, meaning. */
const variablesHelp = `
Variables of API, worker and commands:
${Object.entries(variables)
  .map(([name, { default: value, optional, description }]) => {
    const presence = value === undefined ? (optional ? 'optional' : 'required') : `default ${String(value)}`;
    return `  ${name} (${presence}): ${description}`;
  })
  .join('\n')}
One of TOKEN_JWKS_URL and TOKEN_KEY_FILE is required. The AWS SDK finds credentials and region as usual (AWS_REGION, …).`;

/** A note is for information: it fails nothing. */
type Check = { status: 'ok' | 'note' | 'fault'; what: string; detail: string };

export function define(command: Command): void {
  command.option('--json', 'print the checks as JSON').addHelpText('after', variablesHelp);
  command.action(async ({ json }: { json?: true }) => {
    const checks: Check[] = [];
    await runChecks(async (check) => {
      checks.push(check);
      if (check.status === 'fault') process.exitCode = 1;
      if (!json) await print(`${check.status}\t${check.what}\t${check.detail}`);
    });
    if (json) await printJson(checks);
  });
}

/** Runs the checks one after the other, and reports each. Skips those that depend on a failed one. */
async function runChecks(report: (check: Check) => Promise<void>): Promise<void> {
  /** Returns the result of a check; null when it failed. */
  async function check<T>(what: string, run: () => Promise<T> | T, describe: (result: T) => string): Promise<T | null> {
    try {
      const result = await run();
      await report({ status: 'ok', what, detail: describe(result) });
      return result;
    } catch (error) {
      await report({ status: 'fault', what, detail: formatError(error).replaceAll('\n', '; ') });
      return null;
    }
  }

  const config = await check('configuration', resolveConfig, () => 'complete');
  if (!config) return;
  const redis = (): Promise<void> => pingRedis(config.REDIS_URL);
  await check('redis', redis, () => 'answers');
  const connection = await check(
    'neo4j',
    () => connect({ anySchema: true }),
    () => 'answers',
  );
  if (!connection) return;
  const { graph } = connection;
  type Version = { version: string; edition: string };
  type Stats = { pending: number; postponed: number; stopped: number };
  const version = (): Promise<Version> => graph.bind({}).one<Version>('tenants/database_version');
  try {
    await check('database', version, ({ version, edition }) => `Neo4j ${version} ${edition}`);
    const schema = (): Promise<void> => assertSchemaIsCurrent(graph);
    await check('schema', schema, () => 'up to date');
    await check(
      'keys',
      () => assertKeysSuffice(graph, config),
      (id) => `${id} opens every stored secret`,
    );
    const stats = (): Promise<Stats> => graph.bind({}).one<Stats>('outbox/stats', { now: new Date().toISOString() });
    const describe = ({ stopped }: Stats): string =>
      `${pluralize(stopped, 'address gets', 'addresses get')} none, after a bounce or complaint`;
    await check('mail', stats, describe);
    const tenants = await listTenants(graph);
    const slugs = new Map(tenants.map(({ id, slug }) => [id, slug]));
    const describeWaiting = ({ pending, postponed }: Stats): string =>
      `no dead events; ${pluralize(pending, 'event waits', 'events wait')}, ${postponed} of them postponed`;
    await check('outbox', () => assertNothingIsDead(graph, slugs).then(stats), describeWaiting);
    const zones = await findZoneDifferences(graph, null, new Date().toISOString());
    if (zones.length > 0) await report({ status: 'note', what: 'time zones', detail: describeZoneDifferences(zones) });
    else await report({ status: 'ok', what: 'time zones', detail: 'Node and Neo4j agree about those in use' });
    for (const { id, slug } of tenants) {
      const organisation = async (): Promise<void> => {
        const faults = (await checkTenant(graph, id)).filter(({ kind }) => kind === 'fault').length;
        if (faults > 0) throw new Error(`${pluralize(faults, 'fault')}; see "checkin org check --tenant ${slug}"`);
      };
      await check(`tenant ${slug}`, organisation, () => 'no faults');
    }
  } finally {
    await connection.close();
  }
}

async function assertSchemaIsCurrent(graph: Connection['graph']): Promise<void> {
  const pending = await listPendingMigrations(graph);
  if (pending.length === 0) return;
  throw new Error(`missing migrations: ${pending.map(({ version }) => version).join(', ')}; run "checkin migrate"`);
}

/** @returns the id of the key that seals */
async function assertKeysSuffice(graph: Connection['graph'], config: Connection['config']): Promise<string> {
  const keys = await readServiceKeys(config);
  const { outdated, unreadable } = await countOutdated(graph, keys);
  const [id = '', also] = listKeyIds(keys);
  if (unreadable > 0) throw new Error(`no key opens the secrets of ${pluralize(unreadable, 'webhook')}; rotate them`);
  if (outdated === 0) return id;
  throw new Error(`${pluralize(outdated, 'webhook')} need key ${also}; a worker with both keys seals them with ${id}`);
}

/** @param slugs of the tenants, by id */
async function assertNothingIsDead(graph: Connection['graph'], slugs: ReadonlyMap<string, string>): Promise<void> {
  const dead = await listDeadEvents(graph, null);
  if (dead.length === 0) return;
  const described = dead.map((events) => {
    const slug = slugs.get(events.tenantId) ?? events.tenantId;
    return `${describeDeadEvents(events)}: ${adviseOnDeadEvents(slug)}`;
  });
  throw new Error(described.join('\n'));
}

async function pingRedis(url: string): Promise<void> {
  const redis = openRedis(url, pino({ level: 'silent' }));
  const deadline = Date.now() + redisTimeoutMs;
  try {
    for (;;) {
      const answered = await redis.ping(redisTimeoutMs).then(
        () => true,
        () => false,
      );
      if (answered) return;
      if (Date.now() > deadline)
        throw new Error(`does not answer at ${new URL(url).host}; start it, or correct REDIS_URL`);
      await pause(50);
    }
  } finally {
    redis.close();
  }
}
