// The page of gates knows every limit of the service, and only files and codes that exist.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { gates, listGates, noGates } from '../../scripts/gates.ts';
import * as limits from '../../src/platform/limits.ts';
import { projectFolder } from '../../src/platform/lib/project-folder.ts';
import { readText } from '../support/readmes.ts';

describe('the gates of a request', () => {
  it('are all limits of limits.ts, but for those that say why they are none', () => {
    const known = new Set([...gates.flatMap((gate) => gate.limits), ...Object.keys(noGates)]);
    expect([...known]).to.have.members(Object.keys(limits));
  });

  it('have their numbers from limits.ts, and their places in files that use these', () => {
    for (const { name, passes, waits, file, limits: names } of gates) {
      expect(existsSync(path.join(projectFolder, 'src', file)), file).to.equal(true);
      const numbers = names.flatMap((one) => JSON.stringify(limits[one]).match(/\d+(\.\d+)?/g) ?? []).map(Number);
      const said = `${passes} ${waits}`.replaceAll(/(\d),(\d)/g, '$1$2').match(/\d+(\.\d+)?/g) ?? [];
      const sums = numbers.flatMap((one) => numbers.map((other) => one + other));
      for (const number of said.map(Number)) {
        const units = [number, number * 1_000, number * 1_024, number / 100];
        expect([...numbers, ...sums, limits.requestTimes.answerWithinMs], name).to.include.oneOf(units);
      }
    }
  });

  it('are drawn once each', () => {
    const drawing = /```mermaid\n(.*?)```/s.exec(
      readText('src/platform/http/README.md').split('## Gates')[1] ?? '',
    )?.[1];
    const drawn = [...(drawing ?? '').matchAll(/: (\d+)(?:–(\d+))?"/g)].flatMap(([, first, last = first]) =>
      Array.from({ length: Number(last) - Number(first) + 1 }, (_, at) => Number(first) + at),
    );
    expect(drawn.sort((a, b) => a - b)).to.deep.equal(listGates().map((_, at) => at + 1));
  });
});
