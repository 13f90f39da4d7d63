// Who runs this process on this machine.
import { userInfo } from 'node:os';

/** The name of the system's user; in a container that has no name for it, its number. */
export function readSystemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}
