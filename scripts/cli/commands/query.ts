// checkin query: prints a query of cypher/ with its includes expanded.
import type { Command } from 'commander';
import { getQuery } from '../../../src/platform/graph/queries/query-files.ts';
import { print } from '../output.ts';

export function define(command: Command): void {
  command.action((name: string) => print(getQuery(name).text));
}
