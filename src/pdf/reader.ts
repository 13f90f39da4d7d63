// Profile PDFs are read in a process of their own: a file made to do harm can end that process, and nothing else.
import { spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import type { ProfileReading, ProfileRefusal } from '../profile-parser/parse.ts';

const limits = { milliseconds: 15_000, heapMegabytes: 256, answerCharacters: 8_000_000 };

const refusals = {
  tooLong: 'Reading the PDF took too long.',
  tooBig: 'Reading the PDF needs far more memory than a profile does.',
  broken: 'The PDF could not be read.',
};

/**
 * Reads an Insights Discovery profile. The process that does so has an empty environment and a limit on its time (here)
 * and on its memory (its own watchdog); it writes no files. It is killed when either is spent.
 *
 * @param pdf the file itself, or its path
 * @returns what was read; or, whatever the file holds, why it cannot be read, for the person who sent it
 * @throws {Error} when the path cannot be opened or no process can be started
 */
export async function readProfilePdf(
  pdf: Uint8Array | string,
  { milliseconds = limits.milliseconds } = {},
): Promise<ProfileReading | ProfileRefusal> {
  const file = typeof pdf === 'string' ? await open(pdf) : undefined;
  try {
    return await new Promise((resolve, reject) => {
      const child = spawn(process.execPath, childArguments, {
        stdio: [file?.fd ?? 'pipe', 'pipe', 'ignore'],
        env: {},
        timeout: milliseconds,
        killSignal: 'SIGKILL',
      });
      let answer = '';
      child.on('error', reject);
      child.stdin?.on('error', () => undefined); // it may end before it has read everything
      if (typeof pdf !== 'string') child.stdin?.end(pdf);
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        answer += text;
        if (answer.length > limits.answerCharacters) child.kill('SIGKILL');
      });
      child.on('close', (code, signal) => {
        if (code === 0) resolve(parseAnswer(answer));
        else resolve({ failed: signal === null ? refusals.broken : child.killed ? refusals.tooLong : refusals.tooBig });
      });
    });
  } finally {
    await file?.close();
  }
}

/** What the child said; what is no whole answer is no reading. */
function parseAnswer(answer: string): ProfileReading | ProfileRefusal {
  try {
    return JSON.parse(answer) as ProfileReading | ProfileRefusal;
  } catch {
    return { failed: refusals.broken };
  }
}

/**
 * The child is a neighbour of this file, and in the same language. TypeScript needs its loader, after the packages are
 * loaded: it would work through all of them, in more memory than reading takes.
 */
const language = import.meta.filename.slice(-3);
const preloadedModules = language === '.ts' ? ['pdf-parse', 'pdfjs-dist/legacy/build/pdf.worker.mjs', 'tsx'] : [];
const childArguments = [
  `--max-old-space-size=${limits.heapMegabytes}`,
  '--disallow-code-generation-from-strings',
  ...preloadedModules.flatMap((name) => ['--import', import.meta.resolve(name)]),
  `${import.meta.dirname}/reader-process${language}`,
];
