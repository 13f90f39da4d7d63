// Reads a profile PDF in a child process, so a malicious file can harm only that process.
import { spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import { compileValidator } from '../../../platform/schema/validation.ts';
import { ProfileAnswer } from '../schema.ts';
import type { ProfileReading, ProfileRefusal } from '../parser/parse.ts';
import { projectFolder } from '../../../platform/lib/project-folder.ts';

/** A profile takes a second of processor time. On a busy machine that may be minutes by the clock. */
const limits = { cpuMs: 15_000, wallMs: 180_000, heapMegabytes: 256, outputCharacters: 8_000_000 };

/** The watchdog ends the process with this signal when its processor time is used up. It leaves no core dump. */
const cpuLimitSignal = 'SIGVTALRM';

const refusals = {
  tooLong: 'Reading the PDF took too long.',
  tooBig: 'Reading the PDF needs far more memory than a profile does.',
  broken: 'The PDF could not be read.',
  busy: 'The server was too busy to read the PDF. Upload it again.',
};

/**
 * `canRetry`: the clock ran out before the processor time of the process did, so the machine is to blame and not the
 * file.
 */
export type ReadingFailure = ProfileRefusal & { canRetry?: true };

/**
 * Reads an Insights Discovery profile. The child process has an empty environment, and while it reads the PDF no access to
 * files, network or other processes. It is killed when it exceeds its time on the clock (limited here), its processor time
 * or its memory (limited by its watchdog).
 *
 * @param pdf the bytes of the file, or its path
 * @returns the reading, or the reason for a failure in words for the uploader. No file content causes an exception
 * @throws {Error} if the path cannot be opened or the process cannot be started
 */
export async function readProfilePdf(
  pdf: Uint8Array | string,
  { cpuMs = limits.cpuMs, wallMs = limits.wallMs } = {},
): Promise<ProfileReading | ReadingFailure> {
  const file = typeof pdf === 'string' ? await open(pdf) : undefined;
  try {
    return await new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [...childArguments, String(cpuMs)], {
        stdio: [file?.fd ?? 'pipe', 'pipe', 'ignore'],
        env: {},
        timeout: wallMs,
        killSignal: 'SIGKILL',
      });
      let output = '';
      child.on('error', reject);
      child.stdin?.on('error', () => undefined); // the child may exit before it has read everything
      if (typeof pdf !== 'string') child.stdin?.end(pdf);
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.length > limits.outputCharacters) child.kill('SIGKILL');
      });
      child.on('close', (code, signal) => {
        if (code === 0) resolve(parseAnswer(output));
        else if (signal === null) resolve({ failed: refusals.broken });
        else if (signal === cpuLimitSignal || output.length > limits.outputCharacters)
          resolve({ failed: refusals.tooLong });
        else if (child.killed) resolve({ failed: refusals.busy, canRetry: true });
        else resolve({ failed: refusals.tooBig });
      });
    });
  } finally {
    await file?.close();
  }
}

const checkAnswer = compileValidator(ProfileAnswer);

/** Incomplete JSON means that the child was interrupted. A file that took over the child could make it answer anything. */
export function parseAnswer(output: string): ProfileAnswer {
  try {
    const answer: unknown = JSON.parse(output);
    if (checkAnswer(answer) === null) return answer as ProfileAnswer;
  } catch {
    // refused below
  }
  return { failed: refusals.broken };
}

const packages = ['pdf-parse', 'pdfjs-dist', 'nspell', 'is-buffer', 'dictionary-en', 'dictionary-en-gb'];
const readableFolders = [
  'src/features/profiles/pdf',
  'src/features/profiles/parser',
  ...packages.map((name) => `node_modules/${name}`),
];
/** The child may read its own code, and start its watchdog; it gives up both before it touches the PDF. */
export const childArguments = [
  '--permission',
  ...readableFolders.map((folder) => `--allow-fs-read=${projectFolder}/${folder}`),
  '--allow-worker',
  `--max-old-space-size=${limits.heapMegabytes}`,
  '--disallow-code-generation-from-strings',
  `${import.meta.dirname}/reader-process.ts`,
];
