// checkin sign-out: forgets the token of checkin sign-in.
import type { Command } from 'commander';
import { forgetToken } from '../sign-in.ts';

export function define(command: Command): void {
  command.action(forgetToken);
}
