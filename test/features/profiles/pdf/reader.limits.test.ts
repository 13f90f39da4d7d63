// PDFs that were made to do harm, read by the real process: it ends within its limits.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { expect } from 'chai';
import { readProfilePdf } from '../../../../src/features/profiles/pdf/reader.ts';
import { casesOf } from '../../../support/cases.ts';
import { hostilePdfs } from '../../../support/hostile-pdfs.ts';

const megabyte = 2 ** 20;
const few = ['two gigabytes behind three filters', '200,000 pages', 'a form that draws itself'];

/** What the processes this one has started do, looked at every few milliseconds (on Linux, which tells). */
function watch() {
  const own = process.memoryUsage.rss();
  const seen = {
    pids: new Set<string>(),
    childPeak: 0,
    growth: 0,
    written: new Set<string>(),
    environments: new Set<string>(),
  };
  const look = (): void => {
    seen.growth = Math.max(seen.growth, process.memoryUsage.rss() - own);
    for (const pid of childrenOf(process.pid)) {
      try {
        if (!commandOf(pid).includes('reader-process')) continue;
        seen.pids.add(pid);
        seen.environments.add(readFileSync(`/proc/${pid}/environ`, 'utf8'));
        const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
        seen.childPeak = Math.max(seen.childPeak, Number(kilobytes ?? 0) * 1024);
        for (const file of filesWritten(pid)) seen.written.add(file);
      } catch {
        // it has just ended
      }
    }
  };
  const timer = process.platform === 'linux' ? setInterval(look, 4) : undefined;
  return {
    seen,
    stop: (): void => clearInterval(timer),
  };
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function childrenOf(pid: number): string[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
}

/** Plain files a process has open for writing. */
function filesWritten(pid: string): string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    const target = readlinkSync(`/proc/${pid}/fd/${fd}`);
    const flags = parseInt(/flags:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/fdinfo/${fd}`, 'utf8'))?.[1] ?? '0', 8);
    const plain = target.startsWith('/') && !target.startsWith('/dev/');
    return plain && (flags & 3) !== 0 ? [target] : [];
  });
}

describe('a harmful PDF', () => {
  for (const [what, make] of Object.entries(hostilePdfs)) {
    if (few.includes(what) !== casesOf(import.meta, true, false)) continue;
    it(`ends within its limits, and harms nobody: ${what}`, async () => {
      const pdf = make();
      const { seen, stop } = watch();
      const reading = await readProfilePdf(pdf);
      stop();
      expect(reading).to.have.property('failed').that.has.length.above(20);
      expect(seen.growth / megabyte, 'growth of this process').to.be.below(60);
      expect(seen.childPeak / megabyte, 'peak of the other').to.be.below(450);
      if (process.platform === 'linux') {
        expect(seen.pids.size).to.equal(1);
        expect([...seen.environments].join('')).to.equal('');
        expect([...seen.written]).to.deep.equal([]);
        expect(childrenOf(process.pid).filter((pid) => seen.pids.has(pid))).to.deep.equal([]);
      }
    });
  }
});
