// The demo companies. Their org charts are in `texts/<slug>.txt`.
import { parseOrgChart, type Person } from './org-chart.ts';
import type { Dimension } from '../../../src/platform/schema/scores.ts';
import { questionTexts, readText, type DemoQuestion } from './texts.ts';

/** A real change of scores in the demo data, which trend detection must find. */
export type InjectedShift = {
  target: { email: string } | { department: string };
  dimension: Dimension;
  by: number;
  /** The number of finished weeks with the changed scores; the current week follows them. */
  weeks: number;
};

export type Company = {
  slug: string;
  name: string;
  timezone: string;
  /** The days of a month on which nominations are open. */
  nominationDays: string;
  people: Person[];
  shifts: InjectedShift[];
  /**
   * The people to explore the demo as. The first one has still to write this week's summary, and the manager has still
   * to respond to last week's.
   */
  showcase: { email: string; role: string }[];
  /** What the company, a department and a manager ask beside the check-in. */
  questions: DemoQuestion[];
  /** HR partners of a part of the company, for half a year from the day of the seed: everyone below a person, or a department. */
  partners: { email: string; part: { below: string } | { department: string } }[];
  /** A draft of a reorganisation by the admin: who would report to whom, by e-mail address. */
  plan?: { name: string; moves: { email: string; managerEmail: string }[] };
};

/** The companies that `seed` creates. */
export const companies: Company[] = [
  {
    slug: 'harbour',
    name: 'Harbour & Hill',
    timezone: 'Europe/Berlin',
    nominationDays: '1-31',
    people: parseOrgChart(readText('harbour.txt'), 'harbour.example'),
    shifts: [
      { target: { email: 'ines.caldeira@harbour.example' }, dimension: 'personalWellbeing', by: -2, weeks: 4 },
      { target: { email: 'yuki.tanabe@harbour.example' }, dimension: 'qualityOfWork', by: 2, weeks: 4 },
      { target: { department: 'Customer Care' }, dimension: 'professionalWellbeing', by: -1, weeks: 4 },
    ],
    showcase: [
      { email: 'ines.caldeira@harbour.example', role: 'employee' },
      { email: 'noor.haddadin@harbour.example', role: "the employee's manager" },
      { email: 'farid.noorzaman@harbour.example', role: 'People Team' },
      { email: 'juergen.moessner@harbour.example', role: 'admin' },
      { email: 'jonas.kettelhueth@harbour.example', role: 'HR partner of Customer Care' },
    ],
    partners: [
      { email: 'jonas.kettelhueth@harbour.example', part: { department: 'Customer Care' } },
      { email: 'temperance.adeyinkara@harbour.example', part: { below: 'halvard.enevoldsen@harbour.example' } },
    ],
    questions: questionTexts.harbour,
    plan: {
      // the department splits in two, and the head of Platform swaps places with a team lead
      name: 'Product becomes a department',
      moves: [
        { email: 'wanjiru.kamandeh@harbour.example', managerEmail: 'mathilde.okonkwo-brandt@harbour.example' },
        { email: 'noor.haddadin@harbour.example', managerEmail: 'priya.raghunandan@harbour.example' },
        { email: 'tobias.ahrendt@harbour.example', managerEmail: 'noor.haddadin@harbour.example' },
        { email: 'juergen.moessner@harbour.example', managerEmail: 'noor.haddadin@harbour.example' },
      ],
    },
  },
  {
    slug: 'kowhai',
    name: 'Kōwhai Lane',
    timezone: 'Pacific/Auckland',
    nominationDays: '1-31',
    people: parseOrgChart(readText('kowhai.txt'), 'kowhai.example'),
    shifts: [],
    showcase: [{ email: 'bronwyn.taskwell@kowhai.example', role: 'employee' }],
    partners: [],
    questions: questionTexts.kowhai,
  },
];
