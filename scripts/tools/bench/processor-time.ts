// Reads the processor time of processes from /proc, on Linux.
import { readFileSync } from 'node:fs';

/** Linux reports these times in hundredths of a second, whatever its clock. */
const msPerTick = 10;

/** A process; null where its id is not known, as with a server on another machine. */
export type Pid = number | null;

/** Returns the milliseconds of processor time that a process has used with all its threads; NaN if it is not known. */
export function readProcessorTime(pid: Pid): number {
  if (pid === null) return NaN;
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' '); // the name in brackets may contain spaces
    const utime = Number(fields[11]);
    const stime = Number(fields[12]);
    return (utime + stime) * msPerTick;
  } catch {
    return NaN;
  }
}

/** Returns the sum over the processes. */
export function sumProcessorTime(pids: readonly Pid[]): number {
  return pids.reduce<number>((sum, pid) => sum + readProcessorTime(pid), 0);
}
