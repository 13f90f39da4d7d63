// Dashboard and alerts ask for metrics by name. A name that no process exposes would be an alert that never fires.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseYaml } from '@redocly/openapi-core';
import { expect } from 'chai';
import neo4j from 'neo4j-driver';
import { ApiError } from '../../src/platform/errors.ts';
import { projectFolder } from '../../src/platform/lib/project-folder.ts';
import { company } from '../support/company.ts';
import { sharedInbox } from '../support/inbox.ts';
import { sharedWorker } from '../support/in-process-worker.ts';
import { readTableRows } from '../support/readmes.ts';
import { service } from '../support/service.ts';
import { until } from '../support/until.ts';

type Alert = { alert: string; expr: string; labels: { severity: string } };
type RuleTest = { alert_rule_test: { alertname: string; exp_alerts?: unknown[] }[] };

const folder = path.join(projectFolder, 'scripts/ops');
const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
const { groups } = parseYaml(read('alerts.yml')) as { groups: { rules: Alert[] }[] };
const alerts = groups.flatMap(({ rules }) => rules);
const { tests } = parseYaml(read('alerts.test.yml')) as { tests: RuleTest[] };
const { panels } = JSON.parse(read('dashboard.json')) as { panels: { title: string; targets?: { expr: string }[] }[] };
const dashboardExpressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

const api = service();
const mailbox = sharedInbox();
const worker = sharedWorker(api, mailbox);
let exposed: { api: string; worker: string };

before(async () => {
  const acme = await company(api, 'Ada\n  Bob');
  await acme.as('Bob').get('/me');
  exposed = { api: await (await fetch(`${api.url}/metrics`)).text(), worker: await worker.metrics() };
});
/** The names of the series that a process exposes, also of those without a value yet. */
function listSeries(text: string): string[] {
  return [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
}

/** A PromQL expression without labels, ranges and texts: what is left are functions, operators and metrics. */
function listMetrics(expression: string): string[] {
  const bare = expression
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ')
    .replaceAll(/\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, ' ');
  return [...bare.matchAll(/\b[a-zA-Z_:][\w:]*\b(?!\s*\()/g)]
    .map(([name]) => name)
    .filter((name) => !/^(?:and|or|unless|bool|offset)$/.test(name));
}

/** The metrics with the process whose jobs an expression selects; `up` is Prometheus's own. */
function listFaults(expressions: readonly string[]): string[] {
  const ofApi = listSeries(exposed.api);
  const ofWorker = listSeries(exposed.worker);
  return expressions.flatMap((expression) => {
    const metrics = listMetrics(expression).filter((name) => name !== 'up');
    const missing = (series: string[]): string[] => metrics.filter((name) => !series.includes(name));
    if (/job="check-in-api"/.test(expression) && !/worker/.test(expression)) return missing(ofApi);
    if (/job="check-in-worker"/.test(expression) && !/api/.test(expression)) return missing(ofWorker);
    return missing([...ofApi, ...ofWorker]);
  });
}

/** The codes by which a failed statement can be counted, apart from those of the database. */
const failureCodes = [
  neo4j.error.SERVICE_UNAVAILABLE,
  neo4j.error.SESSION_EXPIRED,
  new ApiError('DATABASE_UNAVAILABLE').code,
];
const jobs = (parseYaml(read('prometheus.yml')) as { scrape_configs: { job_name: string }[] }).scrape_configs;

/** The values of a label: those that a process exposes, also before anything has happened. */
function listValues(metric: string, label: string): string[] {
  if (label === 'job') return jobs.map(({ job_name: name }) => name);
  if (label === 'code') return failureCodes;
  const pattern = new RegExp(`^${metric}\\{[^}]*\\b${label}="([^"]*)"`, 'gm');
  return [...(exposed.api + exposed.worker).matchAll(pattern)].map(([, value = '']) => value);
}

/**
 * The values that expressions select by and no series has, as `metric{label="value"}`. Statuses are patterns, checked
 * by eye.
 */
function listUnknownValues(expressions: readonly string[]): string[] {
  const selectors = expressions.flatMap((expression) => [...expression.matchAll(/\b([a-z]\w*)\{([^}]*)\}/g)]);
  return selectors.flatMap(([, metric = '', matchers = '']) =>
    [...matchers.matchAll(/(\w+)(?:=~|!~|!=|=)"([^"]*)"/g)].flatMap(([, label = '', pattern = '']) => {
      if (label === 'status') return [];
      const wanted = pattern.replace(/^(.*?)\((.*)\)$/, (_, start: string, ends: string) =>
        ends.replaceAll(/[^|]+/g, (end) => start + end),
      );
      const known = listValues(metric, label);
      return wanted.split('|').flatMap((value) => (known.includes(value) ? [] : `${metric}{${label}="${value}"}`));
    }),
  );
}

describe('the dashboard', () => {
  it('asks only for metrics that the process it names exposes', () => {
    expect(dashboardExpressions).to.have.length.above(20);
    expect(listFaults(dashboardExpressions)).to.deep.equal([]);
  });

  it('selects only by values of labels that there are', () => {
    expect(listUnknownValues(dashboardExpressions)).to.deep.equal([]);
  });

  it('shows every metric of the service itself', () => {
    const own = [...listSeries(exposed.api), ...listSeries(exposed.worker)].filter(
      (name) => !/^(?:nodejs|process)_/.test(name),
    );
    const shown = new Set(dashboardExpressions.flatMap(listMetrics).map(toFamily));
    expect([...new Set(own.map(toFamily))].filter((family) => !shown.has(family))).to.deep.equal([]);
  });
});

describe('the alerts', () => {
  it('ask only for metrics that the process they name exposes', () => {
    expect(alerts).to.have.length.above(10);
    expect(listFaults(alerts.map(({ expr }) => expr))).to.deep.equal([]);
  });

  it('select only by values of labels that there are: any other never matches', () => {
    expect(listUnknownValues(alerts.map(({ expr }) => expr))).to.deep.equal([]);
    expect(listUnknownValues(['emails_total{outcome=~"sent|lost"}', 'up{job=~"check-in-(api|wrker)"}'])).to.deep.equal([
      'emails_total{outcome="lost"}',
      'up{job="check-in-wrker"}',
    ]);
  });

  it('are each tested to fire', () => {
    const fired = tests
      .flatMap((test) => test.alert_rule_test)
      .flatMap(({ alertname, exp_alerts: expected = [] }) => (expected.length > 0 ? alertname : []));
    expect(new Set(fired)).to.deep.equal(new Set(alerts.map(({ alert }) => alert)));
  });

  it('watch each service level, which names no other', () => {
    const rows = readTableRows('Service levels').slice(1);
    expect(rows).to.have.length.above(3);
    const names = alerts.map(({ alert }) => alert);
    for (const row of rows)
      expect(names).to.include.members([...row.matchAll(/`(\w+)`/g)].map(([, name = '']) => name));
    for (const row of rows) expect(row).to.match(/`CheckIn\w+`/);
  });

  it('have a line of runbook each, and no other', () => {
    const rows = readTableRows('Alerts').flatMap(
      (row) => /^\| `(\w+)` \| (\w+) \|/.exec(row)?.slice(1, 3).join(' ') ?? [],
    );
    expect(rows).to.deep.equal(alerts.map(({ alert, labels }) => `${alert} ${labels.severity}`));
  });
});

describe('the metrics of statements and pools', () => {
  it('count statements by query file, in few buckets, and name no tenant', () => {
    expect(exposed.api).to.match(/^graph_statement_duration_seconds_count\{query="people\/me"\} [1-9]/m);
    const buckets = exposed.api.match(/^graph_statement_duration_seconds_bucket\{[^}]*query="people\/me"/gm) ?? [];
    expect(buckets).to.have.length(6);
    expect(exposed.api).to.match(/^graph_batch_size_count\{kind="read"\} [1-9]/m);
    expect(exposed.api).to.match(/^graph_plan_duration_seconds_count [1-9]/m);
    expect(exposed.api + exposed.worker).to.not.match(/[0-9a-f]{8}-[0-9a-f]{4}/);
  });

  it('show the version that runs', () => {
    const { version } = JSON.parse(readFileSync(path.join(projectFolder, 'package.json'), 'utf8')) as {
      version: string;
    };
    expect(exposed.worker).to.include(`build_info{version="${version}"} 1`);
  });

  it('show the connections that the driver holds: in use during a transaction, idle after it', async () => {
    const inUse = (): number => api.graph.figures.readPools().find(({ pool }) => pool === 'changes')?.inUse ?? -1;
    const idle = (): number => api.graph.figures.readPools().find(({ pool }) => pool === 'changes')?.idle ?? -1;
    await until(
      () => Promise.resolve(inUse()),
      (count) => count === 0,
    );
    await api.graph.transaction({}, async (tx) => {
      await tx.rows('outbox/stats', { now: api.clock.now });
      expect(inUse()).to.be.at.least(1);
    });
    await until(
      () => Promise.resolve([inUse(), idle()]),
      ([used = -1, free = 0]) => used === 0 && free > 0,
    );
  });
});

const toFamily = (name: string): string => name.replace(/_(?:bucket|sum|count)$/, '');

describe('the traces', () => {
  const readme = read('README.md');

  it('have a row for every span that the code names', () => {
    const sources = readdirSync(path.join(projectFolder, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(path.join(projectFolder, 'src', file), 'utf8'));
    const names = sources.flatMap((text) =>
      [...text.matchAll(/\b(?:inSpan|openSpan)\('([^']+)'/g)].map(([, name]) => name),
    );
    expect(names).to.have.length.above(2);
    expect(names.filter((name = '') => !readme.includes(`\`${name}\``))).to.deep.equal([]);
  });

  it('can be configured in containers by every variable of this page', () => {
    const compose = readFileSync(path.join(projectFolder, 'docker-compose.yml'), 'utf8');
    const named = new Set(readme.match(/\bOTEL_\w+/g));
    expect(named.size).to.be.above(2);
    expect([...named].filter((name) => !compose.includes(`${name}: \${${name}:-}`))).to.deep.equal([]);
  });
});
