// `npm run env`: writes .env.example from the variables of the service.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { variables } from '../src/platform/config/config.ts';
import { projectFolder } from '../src/platform/lib/project-folder.ts';

/** What scripts/ops/production.yml takes from the environment and the service does not know, or that it requires. */
const ofContainers = `# Copy to .env, which git ignores, and fill in what has no value.
COMPOSE_FILE=scripts/ops/production.yml
# the version of the image to build or run
# TAG=latest

# Without these scripts/ops/production.yml does not start. It sets the addresses of the servers, folders and ports itself.
# Passwords have letters and digits alone: openssl rand -hex 32
REDIS_PASSWORD=
`;
const requiredByContainers = ['NEO4J_PASSWORD', 'TOKEN_JWKS_URL', 'FILE_LINK_KEY', 'PUBLIC_URL'];

/** The text of .env.example: each variable with its description and default; the optional ones are comments. */
export function formatEnvExample(): string {
  const names = Object.keys(variables) as (keyof typeof variables)[];
  const format = (name: keyof typeof variables, isRequired: boolean): string => {
    const { description, default: value } = variables[name];
    const text = value === undefined ? '' : String(value);
    return `# ${description}\n${isRequired ? '' : '# '}${name}=${/[\s<>]/.test(text) ? `'${text}'` : text}`;
  };
  const others = names.filter((name) => !requiredByContainers.includes(name));
  return `${ofContainers}
${names
  .filter((name) => !others.includes(name))
  .map((name) => format(name, true))
  .join('\n')}

# Every other variable, with its default.
${others.map((name) => format(name, false)).join('\n')}
`;
}

if (import.meta.main) writeFileSync(path.join(projectFolder, '.env.example'), formatEnvExample());
