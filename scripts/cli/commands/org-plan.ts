// checkin org plan …: the commands for plans of reorganisations.
import type { Entry } from '../command-tree.ts';

const exampleId = '7c0f3c52-6a55-4f0c-9f0e-6d2b9c3b2f11';
const defineAction = (name: string, description: string, options = ''): Entry => ({
  name: `${name} <id>`,
  description,
  load: () => import('./org-plan-action.ts'),
  examples: [`checkin org plan ${name} ${exampleId}${options} --tenant acme`],
});

export const orgPlanCommands: Entry[] = [
  {
    name: 'new <moves.csv>',
    description: 'write a plan from a file of moves, as a draft; prints its id',
    load: () => import('./org-plan-new.ts'),
    examples: ['checkin org plan new moves.csv --name "Two teams" --on 2026-12-01 --tenant acme'],
  },
  {
    name: 'ls',
    description: 'list the plans, newest first',
    load: () => import('./org-plan-ls.ts'),
    examples: ['checkin org plan ls --tenant acme --status scheduled'],
  },
  {
    name: 'show <id>',
    description: 'show a plan and what it would change; exit code 1 when it has faults',
    load: () => import('./org-plan-show.ts'),
    examples: [`checkin org plan show ${exampleId} --tenant acme --sight`],
  },
  defineAction('submit', 'submit a draft; without a second admin it is approved at once'),
  defineAction('approve', 'approve a plan in review'),
  defineAction('reject', 'return a plan to its author', ' --reason "Ask the teams first."'),
  defineAction('apply', 'apply a plan now: all of its moves, or none when it has a fault'),
  defineAction('cancel', 'cancel a plan that is not applied'),
  {
    name: 'report <id>',
    description: 'write a page with the charts before and after, and the sight gained and lost',
    load: () => import('./org-plan-report.ts'),
    examples: [`checkin org plan report ${exampleId} --tenant acme --format html --out plan.html`],
  },
  defineAction('undo', 'take an applied plan back, while nobody of it was moved again'),
];
