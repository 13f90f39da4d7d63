// The thread of a detection: it posts the flags of a history.
import { parentPort, workerData } from 'node:worker_threads';
import { selectFlags } from './method/detect.ts';
import { listWritersByWeek } from './method/disclosure.ts';
import type { History } from './method/history.ts';
import type { Flag } from './method/types.ts';

/** `writers`: for each department with a flag, the ids of the writers of each week in its means. */
export type Selected = { flags: Flag[]; writers: Map<string, string[]> };

const history = workerData as History;
const flags = selectFlags(history);
const departments = new Set(flags.flatMap(({ scope, subject }) => (scope === 'department' ? subject : [])));
const writers = new Map([...departments].map((name) => [name, listWritersByWeek(history, name)]));
parentPort?.postMessage({ flags, writers } satisfies Selected);
