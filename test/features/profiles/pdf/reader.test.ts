// Reading PDFs in a process of their own: real files, harmful ones among them, through the real process.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { extractTextPages } from '../../../../src/features/profiles/pdf/pages.ts';
import { childArguments, parseAnswer, readProfilePdf } from '../../../../src/features/profiles/pdf/reader.ts';
import { addLine, addPictures } from '../../../support/altered-pdfs.ts';
import { encryptedPdf, hostilePdfs, pdfSaying, slowPdf } from '../../../support/hostile-pdfs.ts';
import { aProfile, pagesOf } from '../../../support/profile.ts';

const megabyte = 2 ** 20;

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** Whether a process is at work on a PDF: it has grown past what it takes to start. */
function usesMuch(pid: string): boolean {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? 0) * 1024 > 125 * megabyte;
}

async function until(test: () => boolean): Promise<void> {
  while (!test()) await setTimeout(20);
}

function childrenOf(pid: number): string[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
}

describe('reading a profile PDF', () => {
  it('gives its fields, whole, whatever its style', async () => {
    for (const seed of ['Ada', 'Bo', 'Cy', 'Di']) {
      const { pdf, fields, person } = await aProfile(seed, { style: { hyphenate: false } });
      const reading = await readProfilePdf(pdf);
      expect(reading).to.deep.include({ fields, person: { name: person.name, completedOn: person.date } });
    }
  });

  it('takes the path of a file too', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'profile-'));
    try {
      const { pdf, fields } = await aProfile('path', { style: { hyphenate: false } });
      const file = path.join(folder, 'profile.pdf');
      await writeFile(file, pdf);
      expect(await readProfilePdf(file)).to.deep.include({ fields });
      const missing = await readProfilePdf(path.join(folder, 'none.pdf')).catch(
        (error: NodeJS.ErrnoException) => error.code,
      );
      expect(missing).to.equal('ENOENT');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('says why a file cannot be read', async () => {
    const { pdf } = await aProfile('damaged');
    const cut = pdf.slice(0, pdf.length * 0.6);
    const holed = pdf.slice().fill(0x20, pdf.length / 3, pdf.length / 2);
    const lines = [
      'Dear all',
      'please find below the minutes of the meeting of Thursday and the list of what to do',
      'to be continued',
    ];
    const cases: [Uint8Array, RegExp][] = [
      [encryptedPdf(), /protected by a password/],
      [pdfSaying([...lines, ...lines]), /not an Insights Discovery profile/],
      [pdfSaying(['']), /contains no text/],
      [cut, /not a PDF, or it is damaged/],
      [holed, /not a PDF, or it is damaged/],
      [hostilePdfs['200,000 pages']?.() ?? pdf, /more than 60 pages/],
    ];
    for (const [file, reason] of cases) {
      const reading = await readProfilePdf(file);
      expect(reading).to.have.property('failed').that.matches(reason);
    }
  });

  it('does not take half a text for the whole: one wrong byte anywhere in the packed text is damage', async () => {
    const { pdf } = await aProfile('byte');
    const text = Buffer.from(pdf).toString('latin1');
    const parts = [...text.matchAll(/\/Length (\d+)[^>]*>>\s*stream\r?\n/g)];
    expect(parts).to.have.length.above(20);
    expect(await extractTextPages(Buffer.from(pdf))).to.have.length(21);
    for (const part of parts) {
      const damaged = Buffer.from(pdf);
      const at = part.index + part[0].length + Math.floor(Number(part[1]) / 2);
      damaged[at] = (damaged[at] ?? 0) ^ 0xff;
      expect(await extractTextPages(damaged)).to.deep.equal({ failed: 'The file is not a PDF, or it is damaged.' });
    }
  });

  it('ends when its processor time is over', async () => {
    expect(await readProfilePdf(slowPdf(), { cpuMs: 1_500 })).to.deep.equal({
      failed: 'Reading the PDF took too long.',
    });
  });

  it('reads what is on pages with pictures, and what nobody sees there', async () => {
    const { pdf } = await aProfile('pictures');
    const line = { page: 6, text: 'Seen by nobody', x: 60, y: 300, ink: 'white' } as const;
    const pages = await pagesOf(await addPictures(await addLine(pdf, line)));
    expect(pages).to.have.length(21);
    const faint = pages.flatMap(({ page, items }) => items.flatMap((item) => (item.faint ? [[page, item.text]] : [])));
    expect(faint).to.deep.equal([[7, 'Seen by nobody']]);
  });

  it('may be tried again when the clock ran out first: the machine was busy', async () => {
    const { pdf } = await aProfile('busy');
    const reading = await readProfilePdf(pdf, { wallMs: 5 });
    expect(reading).to.deep.equal({
      failed: 'The server was too busy to read the PDF. Upload it again.',
      canRetry: true,
    });
  });
});

/** Runs in the child as code of a file that took it over: tries what it must not, and prints the error of each attempt. */
const takeOver = `
  import { spawnSync } from 'node:child_process';
  import { lookup } from 'node:dns/promises';
  import fs from 'node:fs';
  import { connect } from 'node:net';
  import { Worker } from 'node:worker_threads';
  const exit = process.exit;
  process.exit = () => undefined;
  const attempts = {
    'a file outside': () => fs.readFileSync('/etc/hostname'),
    'its own code': () => fs.readFileSync(process.argv[1]),
    'a folder': () => fs.readdirSync('/'),
    'a new file': () => fs.writeFileSync('/tmp/profile-taken-over', ''),
    'a process': () => { throw spawnSync('true').error ?? new Error('started') },
    'a worker': () => new Worker('', { eval: true }),
    'an addon': () => process.dlopen({ exports: {} }, '/none.node'),
    'a name': () => lookup('localhost'),
    'a socket': () => new Promise((resolve, reject) => connect(PORT, '127.0.0.1').on('connect', resolve).on('error', reject)),
  };
  process.stdin.once('end', async () => {
    const ends = {};
    for (const [what, attempt] of Object.entries(attempts))
      ends[what] = await (async () => attempt())().then(() => 'done', ({ code, message }) => code ?? message);
    process.stdout.write('\\n' + JSON.stringify(ends), () => exit(0));
  });`;

describe('a harmful PDF', () => {
  it('reaches no file, network or process when it takes over the process that reads it', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const code = takeOver.replace('PORT', String((server.address() as AddressInfo).port));
    const preload = ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
    const child = spawn(process.execPath, [...preload, ...childArguments, '15000'], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: {},
    });
    child.stdin.end('%PDF-');
    const ends = JSON.parse((await text(child.stdout)).split('\n').at(-1) ?? '') as Record<string, string>;
    server.close();
    expect(Object.keys(ends)).to.have.length(9);
    for (const [what, end] of Object.entries(ends)) expect(end, what).to.match(/^ERR_(ACCESS_DENIED|DLOPEN_DISABLED)$/);
  });

  it('cannot have its process answer anything but the fields of a profile', () => {
    const answer = {
      fields: { blindSpots: 'Late.', summary: { percentages: { blue: 3 } } },
      evidence: { blindSpots: { page: 3, confidence: 'low' } },
      person: { name: 'Ada', completedOn: '2026-01-05' },
      warnings: [],
    };
    expect(parseAnswer(JSON.stringify(answer))).to.deep.equal(answer);
    const link = { ...answer, fields: { summary: { fullProfilePdfUrl: 'https://other.example/' } } };
    const number = { ...answer, fields: { summary: { percentages: { blue: '3' } } } };
    for (const other of [
      null,
      7,
      [],
      {},
      { ...answer, more: 1 },
      link,
      number,
      { ...answer, warnings: [{}] },
      { failed: 7 },
    ])
      expect(parseAnswer(JSON.stringify(other)), JSON.stringify(other)).to.deep.equal({
        failed: 'The PDF could not be read.',
      });
  });

  it('does not outlive the process that had it read', async () => {
    const code = `const { readProfilePdf } = await import('./src/features/profiles/pdf/reader.ts');
      const { slowPdf } = await import('./test/support/hostile-pdfs.ts');
      await readProfilePdf(slowPdf());`;
    const parent = spawn(process.execPath, ['--input-type=module', '--eval', code], {
      stdio: 'inherit',
    });
    const reading = (): string[] =>
      childrenOf(parent.pid ?? 0).filter((pid) => commandOf(pid).includes('reader-process'));
    if (process.platform === 'linux') {
      await until(() => reading().some((pid) => usesMuch(pid)));
      const [child = ''] = reading();
      parent.kill('SIGKILL');
      const start = performance.now();
      await until(() => commandOf(child) === '');
      expect(performance.now() - start).to.be.below(1_500);
    }
    parent.kill('SIGKILL');
  });

  it('leaves the next profile to be read', async () => {
    const bomb = hostilePdfs['two gigabytes behind three filters']?.() ?? Buffer.alloc(0);
    expect(bomb.length).to.be.below(1_100);
    const { pdf, fields } = await aProfile('next', { style: { hyphenate: false } });
    const [harm, reading] = await Promise.all([readProfilePdf(bomb), readProfilePdf(pdf)]);
    expect(harm).to.deep.equal({ failed: 'Reading the PDF needs far more memory than a profile does.' });
    expect(reading).to.deep.include({ fields });
    expect(await readProfilePdf(pdf)).to.deep.include({ fields });
  });
});
