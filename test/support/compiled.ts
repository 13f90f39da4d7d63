// Programs as tests start them: compiled, as in production, and in half the time that TypeScript itself would take.
import path from 'node:path';
import { projectFolder } from '../../src/project-folder.ts';

/** The compiled form of a TypeScript file of this project, such as `src/worker.ts`; `npm test` has compiled it before. */
export function compiled(file: string): string {
  return path.join(projectFolder, 'dist', file.replace(/\.ts$/, '.js'));
}
