// The files of containers: what each container may do, what the image copies, and what Compose demands. No test starts them.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseYaml } from '@redocly/openapi-core';
import { expect } from 'chai';
import { validate } from 'dockerfile-utils';
import { formatEnvExample } from '../../scripts/env.ts';
import { readCause } from '../../scripts/stack/servers.ts';
import { databaseSettings, gentleCollector, withCollector } from '../../scripts/stack/neo4j.ts';
import { projectFolder } from '../../src/platform/lib/project-folder.ts';
import { dockerfile, listCopies, listStages } from '../support/image.ts';

type Container = Record<string, unknown> & {
  image: string;
  command?: string[];
  build?: { context: string; dockerfile: string; target: string };
  environment?: Record<string, unknown>;
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[]; timeout?: string };
};
type Compose = { services: Record<string, Container>; networks?: Record<string, { internal?: boolean } | null> };

const read = (file: string): string => readFileSync(path.join(projectFolder, file), 'utf8');
const productionText = read('scripts/ops/production.yml');
const demo = parseYaml(read('docker-compose.yml')) as Compose;
const production = parseYaml(productionText) as Compose;
const files = { 'docker-compose.yml': demo, 'scripts/ops/production.yml': production };
/** They end when their work is done. */
const tasks = ['migrate', 'seed', 'greeting'];
/** The start script of Neo4j writes its configuration into its file system. */
const writable = ['neo4j'];

for (const [file, { services }] of Object.entries(files)) {
  describe(file, () => {
    for (const [name, container] of Object.entries(services)) {
      it(`gives ${name} no more than it needs`, () => {
        expect(container).to.deep.include({
          restart: tasks.includes(name) ? 'no' : 'unless-stopped',
          cap_drop: ['ALL'],
          security_opt: ['no-new-privileges:true'],
        });
        expect(container).to.include.keys('pids_limit', 'mem_limit');
        expect(container['read_only'] ?? false).to.equal(!writable.includes(name));
        const stage = listStages().find((one) => one.name === container.build?.target);
        const user = container['user'] ?? stage?.lines.find((line) => line.startsWith('USER '))?.slice(5);
        if (name === 'proxy') expect(container['cap_add']).to.deep.equal(['NET_BIND_SERVICE']);
        else expect(user).to.match(/^(?!root|0\b)\w/);
      });

      it(`builds ${name} by the Dockerfile, or pins its image to a minor version`, () => {
        const { build, image } = container;
        if (!build) return expect(image).to.match(/:\d+\.\d+[\w.-]*$/);
        expect(path.join(path.dirname(file), build.context, build.dockerfile)).to.equal(
          path.join(path.dirname(file), build.context, 'scripts/ops/Dockerfile'),
        );
        expect(listStages().map((stage) => stage.name)).to.include(build.target);
      });

      it(`passes no password of ${name} as an argument`, () => {
        const arguments_ = [...(container.command ?? []), ...(container.healthcheck?.test ?? [])].join(' ');
        const words = arguments_.replace(/<<END.*END/s, '').split(/\s+/);
        for (const word of words) if (/PASSWORD|AUTH/.test(word)) expect(word).to.match(/^\w+="?\$\$\w+"?$/);
      });

      it(`starts ${name} after what it needs is healthy or done`, () => {
        for (const [other, { condition }] of Object.entries(container.depends_on ?? {})) {
          const isTask = tasks.includes(other);
          expect(condition, other).to.equal(isTask ? 'service_completed_successfully' : 'service_healthy');
          if (!isTask) expect(services[other]).to.have.property('healthcheck');
        }
        if (['api', 'worker', 'seed'].includes(name)) expect(container.depends_on).to.have.property('migrate');
      });
    }

    it('gives the check of Neo4j, which starts a JVM, the time that this takes on a busy machine', () => {
      const { test, timeout } = services['neo4j']?.healthcheck ?? {};
      expect(test?.join(' ')).to.include('cypher-shell');
      expect(timeout).to.equal('30s');
    });

    it('gives Neo4j the collector of `npm start`', () => {
      expect(services['neo4j']?.environment?.['NEO4J_server_jvm_additional']).to.equal(gentleCollector);
      expect(withCollector().join(' ')).to.equal(gentleCollector);
      expect(withCollector('-Xmx4g').join(' ')).to.equal(`${gentleCollector} -Xmx4g`);
      expect(withCollector('-Xmx4g -XX:+UseZGC')).to.deep.equal(['-Xmx4g', '-XX:+UseZGC']);
    });

    it('gives Neo4j the settings of `npm start`', () => {
      const named = Object.entries(databaseSettings).map(
        ([name, value]) => [`NEO4J_${name.replaceAll('_', '__').replaceAll('.', '_')}`, value] as const,
      );
      expect(services['neo4j']?.environment).to.deep.include(Object.fromEntries(named));
    });

    it('gives the worker, which parses PDFs, no key that signs tokens', () => {
      const { worker } = services;
      expect(worker?.environment).to.include.keys('FILE_LINK_KEY');
      expect(worker?.environment).to.not.have.property('TOKEN_KEY_FILE');
      expect(worker?.volumes).to.deep.equal(['state:/state']);
    });

    it('is scraped where it serves metrics', () => {
      const targets = [...read('scripts/ops/prometheus.yml').matchAll(/targets: \['(.+?)'\]/g)].map(([, one]) => one);
      expect(targets).to.deep.equal([
        `api:${String(services['api']?.environment?.['HEALTH_PORT'])}`,
        `worker:${String(services['worker']?.environment?.['WORKER_PORT'])}`,
      ]);
    });
  });
}

describe('scripts/ops/production.yml', () => {
  const listVariables = (pattern: RegExp): string[] => [
    ...new Set([...productionText.matchAll(pattern)].map(([, name = '']) => name)),
  ];

  it('has no password or key of its own: Compose demands them, and .env.example has a line for each', () => {
    const demanded = listVariables(/\$\{(\w+):\?/g);
    expect(demanded).to.have.members([
      'NEO4J_PASSWORD',
      'REDIS_PASSWORD',
      'TOKEN_JWKS_URL',
      'FILE_LINK_KEY',
      'PUBLIC_URL',
    ]);
    expect([...read('.env.example').matchAll(/^(\w+)=$/gm)].map(([, name]) => name)).to.have.members(demanded);
    const withDefault = listVariables(/\$\{(\w+):-/g);
    for (const name of withDefault) expect(name).to.not.match(/PASSWORD|KEY|SECRET|TOKEN/);
  });

  it('is reached through the proxy alone, and nothing outside is reached from the stores', () => {
    const published = Object.entries(production.services).flatMap(([name, { ports }]) => (ports ? name : []));
    expect(published).to.deep.equal(['proxy']);
    expect(production.networks).to.deep.include({ stores: { internal: true } });
    for (const store of ['neo4j', 'redis']) expect(production.services[store]?.['networks']).to.deep.equal(['stores']);
    expect(read('scripts/ops/Caddyfile')).to.include('reverse_proxy api:3000');
  });
});

describe('scripts/ops/Caddyfile', () => {
  const caddyfile = read('scripts/ops/Caddyfile');

  it('holds requests while the API is replaced, and sends none to one that hangs', () => {
    expect(caddyfile).to.match(/^\t\tlb_try_duration 30s$/m);
    expect(caddyfile).to.match(/^\t\thealth_uri \/livez$/m);
    const { HEALTH_PORT: port } = production.services['api']?.environment ?? {};
    expect(caddyfile).to.match(new RegExp(`^\\t\\thealth_port ${String(port)}$`, 'm'));
  });

  it('has a folder for the certificate that Caddy signs itself', () => {
    expect(production.services['proxy']?.['tmpfs']).to.deep.equal(['/tmp']);
  });
});

describe('docker-compose.yml', () => {
  it('ends with the greeting, when the companies are there and API and worker are ready', () => {
    const { command, environment, depends_on: after } = demo.services['greeting'] ?? {};
    expect(command).to.deep.equal(['node', 'scripts/tools/demo/greet.ts']);
    expect(environment).to.deep.include({
      PUBLIC_URL: demo.services['api']?.environment?.['PUBLIC_URL'],
      MAILBOX_URL: 'http://127.0.0.1:${MAILBOX_PORT:-8005}',
    });
    for (const [name, port] of [
      ['api', '${PORT:-3000}:3000'],
      ['mailbox', '${MAILBOX_PORT:-8005}:8005'],
    ] as const)
      expect(demo.services[name]?.['ports']).to.deep.equal([`127.0.0.1:${port}`]);
    expect(Object.keys(after ?? {})).to.have.members(['seed', 'api', 'worker']);
    const last = Object.entries(demo.services).filter(([, one]) => 'greeting' in (one.depends_on ?? {}));
    expect(last).to.deep.equal([]);
  });

  it('has images of other names than production', () => {
    const imagesOf = ({ services }: Compose) =>
      Object.values(services).flatMap(({ build, image }) => (build ? [image.replace(/:.*/, '')] : []));
    expect(imagesOf(demo).filter((image) => imagesOf(production).includes(image))).to.deep.equal([]);
  });
});

describe('a command of Docker that fails', () => {
  it('is reported by the last line that it printed, not by its own words', () => {
    const stderr = "Container x Starting\ncan't set healthcheck.start_interval: requires Docker Engine v25\n\n";
    const error = Object.assign(new Error('Command failed: docker compose up\nmore'), { stderr });
    expect(readCause(error)).to.equal("can't set healthcheck.start_interval: requires Docker Engine v25");
    expect(readCause(new Error('spawn docker ENOENT\nmore'))).to.equal('spawn docker ENOENT');
  });
});

describe('the commands of scripts/ops/README.md', () => {
  const page = read('scripts/ops/README.md');
  it('upgrade without an outage: the migration first, then one process after the other', () => {
    const steps = ['run --rm migrate', '--force-recreate api', '--force-recreate worker'].map((one) =>
      page.indexOf(one),
    );
    expect(steps.every((at) => at > 0)).to.equal(true);
    expect(steps).to.deep.equal(steps.toSorted((a, b) => a - b));
  });

  it('back up an erasure log that is not there yet', () => {
    expect(page).to.include("sh -c 'cat /erasures/*.jsonl 2>/dev/null || true' > backup/erasures.jsonl");
  });

  it('name the oldest engine, as the first page does', () => {
    for (const file of ['README.md', 'scripts/ops/README.md']) expect(read(file)).to.match(/Engine 25 or newer/);
  });
});

describe('scripts/ops/Dockerfile', () => {
  it('ends the mailbox with 0 on SIGTERM', () => {
    const mailbox = listStages().find(({ name }) => name === 'mailbox');
    expect(mailbox?.lines.find((line) => line.startsWith('CMD'))).to.match(/trap 'exit 0' TERM; .* & wait \$!/);
  });

  it('is free of what a linter reports', () => {
    expect(validate(dockerfile).map(({ message }) => message)).to.deep.equal([]);
    expect(validate('FROM node\nCOPPY a b').map(({ message }) => message)).to.not.have.length(0);
  });

  it('runs the Node that the tests run on', () => {
    const bases = listStages().flatMap(({ base }) => (base.includes(':') ? base : []));
    const [version] = /^\d+\.\d+/.exec(read('.nvmrc')) ?? [];
    expect(new Set(bases)).to.deep.equal(new Set([`node:${version}-slim`]));
  });

  it('copies what .dockerignore lets through, and nothing else', () => {
    const copied = listStages().flatMap(listCopies);
    const allowed = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, name = '']) => name);
    const sources = copied.flatMap(({ from, sources }) => (from ? [] : sources));
    expect([...new Set(sources)]).to.have.members(allowed);
  });
});

describe('.env.example', () => {
  it('is what `npm run env` writes', () => {
    expect(read('.env.example')).to.equal(formatEnvExample());
  });
});
