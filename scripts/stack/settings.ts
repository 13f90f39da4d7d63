// The environment variables that decide how the stack runs. A restart uses the variables that the stack had, not the
// variables of the shell that restarts it.
import { variables } from '../../src/platform/config/config.ts';

const names = new Set([
  ...Object.keys(variables),
  'MAILBOX_PORT',
  'NEO4J_VERSION',
  'NEO4J_JAVA_ARGUMENTS',
  'JAVA_HOME',
]);

/** Returns the settings of an environment. They may be secrets. */
export function pickSettings(env: NodeJS.ProcessEnv): Record<string, string> {
  const isSetting = (entry: [string, string | undefined]): entry is [string, string] => names.has(entry[0]);
  return Object.fromEntries(Object.entries(env).filter(isSetting));
}

/** Returns the environment with these settings and no others. */
export function withSettings(env: NodeJS.ProcessEnv, settings: Record<string, string>): NodeJS.ProcessEnv {
  return { ...Object.fromEntries(Object.entries(env).filter(([name]) => !names.has(name))), ...settings };
}

/** Returns where the API answers health checks: at `HEALTH_PORT`, if its settings have one. */
export function findHealthAddress(api: string, { HEALTH_PORT }: NodeJS.ProcessEnv): string {
  const address = new URL(api);
  if (HEALTH_PORT) address.port = HEALTH_PORT;
  return address.origin;
}
