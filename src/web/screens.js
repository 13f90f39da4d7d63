// The screens of the page.
import { board } from './board.js';
import { company } from './company.js';
import { chart } from './chart.js';
import { audit, settings } from './administration.js';
import { imports } from './imports.js';
import { nominations } from './nominations.js';
import { notifications } from './notifications.js';
import { people } from './people.js';
import { plans } from './plans.js';
import { questions } from './questions.js';
import { reports } from './reports.js';
import { summaries } from './summary.js';
import { team } from './team.js';
import { times } from './times.js';
import { week } from './week.js';

/** The screens by the first part of the address, such as `#/team/2026-11-16`. */
export const screens = {
  week,
  board,
  nominations,
  notifications,
  times,
  team,
  people,
  chart,
  reports,
  questions,
  plans,
  imports,
  audit,
  company,
  settings,
  summaries,
};
