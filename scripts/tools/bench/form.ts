// The two forms of the benchmark: whole, and small (`--small`), in which every part runs with few people and for moments, so that
// a part that no longer works is noticed. Ratios of the small form that have been lost are printed; `--record` records them: the
// worst of several runs, until they are taken out of the file.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from '../../../src/platform/lib/project-folder.ts';

/** Also of the processes that a part starts. */
const variable = 'BENCH_SMALL';
const isRecording = process.argv.includes('--record');
if (isRecording || process.argv.includes('--small')) process.env[variable] = 'yes';
export const isSmall = process.env[variable] !== undefined;

/** The arguments of the benchmark, without those that choose the form. */
export const formless = process.argv.slice(2).filter((arg) => arg !== '--small' && arg !== '--record');

/** A figure of the whole form, or that of the small form. */
export const sized = <Figure>(whole: Figure, small: Figure): Figure => (isSmall ? small : whole);

/** Of each part, ratios of which more is better. */
type Ratios = Record<string, number>;
const recordFile = path.join(projectFolder, 'scripts/tools/bench/small-ratios.json');
/** A ratio that is worse by a third is lost. */
const lost = 2 / 3;
const measured: Ratios = {};

/** Notes a ratio of this part of which more is better. */
export function noteRatio(name: string, ratio: number): void {
  if (Number.isFinite(ratio) && ratio > 0) measured[name] = Number(ratio.toPrecision(2));
}

/** Prints the ratios that a part of the small form has lost since they were recorded, or records them. */
export function closeRatios(part: string): void {
  if (!isSmall) return;
  const record = JSON.parse(readFileSync(recordFile, 'utf8')) as Record<string, Ratios>;
  if (isRecording) {
    const before = record[part] ?? {};
    for (const name of Object.keys(measured))
      measured[name] = Math.min(measured[name] ?? NaN, before[name] ?? Infinity);
    writeFileSync(recordFile, `${JSON.stringify({ ...record, [part]: measured }, null, 2)}\n`);
    return;
  }
  for (const [name, before] of Object.entries(record[part] ?? {})) {
    const now = measured[name];
    if (now !== undefined && now < before * lost) console.log(`LOST ${part}: ${name} is ${now}, and was ${before}`);
  }
}
