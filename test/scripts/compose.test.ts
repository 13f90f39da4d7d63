// docker-compose.yml: what its containers may do. No test starts them.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseYaml } from '@redocly/openapi-core';
import { expect } from 'chai';
import { projectFolder } from '../../src/lib/project-folder.ts';

type Container = Record<string, unknown> & {
  image?: string;
  command?: string[];
  build?: { dockerfile_inline: string };
  environment?: Record<string, unknown>;
  healthcheck: { test: string[] };
};

const read = (file: string): string => readFileSync(path.join(projectFolder, file), 'utf8');
const { services } = parseYaml(read('docker-compose.yml')) as { services: Record<string, Container> };

describe('docker-compose.yml', () => {
  for (const [name, container] of Object.entries(services)) {
    it(`starts ${name} again, and gives it no more than it needs`, () => {
      expect(container).to.deep.include({
        restart: 'unless-stopped',
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
      expect(container).to.include.keys('pids_limit', 'mem_limit');
      const user = container['user'] ?? /^ *USER (\S+)$/m.exec(container.build?.dockerfile_inline ?? '')?.[1];
      expect(user).to.be.a('string').and.not.equal('root');
    });

    it(`pins the images of ${name} to a minor version`, () => {
      const bases = [...(container.build?.dockerfile_inline ?? '').matchAll(/^ *FROM (\S+:\S+)/gm)].map(
        ([, one]) => one,
      );
      const images = container.build ? bases : [container.image];
      expect(images).to.not.have.length(0);
      for (const image of images) expect(image).to.match(/:\d+\.\d+[\w.-]*$/);
    });

    it(`passes no password of ${name} as an argument`, () => {
      const words = [...(container.command ?? []), ...container.healthcheck.test].join(' ').split(/\s+/);
      for (const word of words) if (/PASSWORD/.test(word)) expect(word).to.match(/^\w+="?\$\$\w+"?$/);
    });
  }

  it('runs the Node that the tests run on, and is scraped where it serves metrics', () => {
    const [, version] = /node:(\d+\.\d+)-/.exec(services['api']?.build?.dockerfile_inline ?? '') ?? [];
    expect(read('.nvmrc').startsWith(`${version}.`)).to.equal(true);
    const targets = [...read('scripts/ops/prometheus.yml').matchAll(/targets: \['(.+?)'\]/g)].map(([, one]) => one);
    expect(targets).to.deep.equal([
      `api:${String(services['api']?.environment?.['HEALTH_PORT'])}`,
      `worker:${String(services['worker']?.environment?.['WORKER_PORT'])}`,
    ]);
  });
});
