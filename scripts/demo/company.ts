// The two demo companies, drawn: who works there, under whom, in which team, with which roles.
import { stringify } from 'csv-stringify/sync';
import { columns } from '../../src/org/columns.ts';
import { readDrawing, type Person } from './drawing.ts';
import type { Dimension } from './scores.ts';

/** A shift of scores that is really in the demo's data, for the trend report to find. */
export type PlantedShift = {
  of: { email: string } | { department: string };
  dimension: Dimension;
  by: number;
  /** In how many finished weeks it shows; the current week follows them. */
  weeks: number;
};

export type Company = {
  slug: string;
  name: string;
  timezone: string;
  /** The days of a month on which nominations are open. */
  nominationDays: string;
  people: Person[];
  shifts: PlantedShift[];
  /** Whom to be when looking around. The first one's summary of this week, and the answer to the last, are left to do. */
  showcase: { email: string; role: string }[];
};

const harbour = `
Mathilde Okonkwo-Brandt, Managing Director [Leadership / Management Board] +senior_leadership
  Ruben Castellane, Chief of Staff
  Priya Raghunandan, Director of Engineering [Engineering / Engineering Office] +senior_manager
    Tobias Ahrendt, Head of Platform [Engineering / Platform] +senior_manager
      Noor Haddadin, Platform Team Lead
        Fionn O'Rafferty, Platform Engineer
        Ines Caldeira, Platform Engineer
        Kwame Antwi-Mensah, Platform Engineer
        Yuki Tanabe, Site Reliability Engineer
        Linnea Falkenmark, Junior Engineer (joined 5 weeks ago)
      Jürgen Mößner, IT Administrator [Engineering / Internal IT] +admin
        Salma Benhaddou, IT Support Specialist
    Wanjiru Kamandeh, Head of Product [Engineering / Product] +senior_manager
      Clara Windhausen, Product Designer
      Arvid Sjöholt, Web Shop Team Lead [Engineering / Web Shop]
        Mei-Lin Tsaofeng, Front-End Engineer
        Dragan Petrovinac, Software Engineer
        Zodwa Nkomazana, Software Engineer
        Emre Yıldıran, Test Engineer
        Oluwaseun Adebiyi-Klein, Mobile Engineer
      Hana Veselková, Logistics Software Team Lead [Engineering / Logistics Software]
        Matteo Bellandrino, Software Engineer
        Saoirse Kilbrannan, Software Engineer
        Rohan Deshmukhya, Data Engineer
  Halvard Enevoldsen, Director of Operations [Operations / Operations Office] +senior_manager
    Beatriz Montalvar, Head of Workshop [Operations / Workshop] +senior_manager
      Sefa Tuilomana, Shift Lead [Operations / Early Shift]
        Grzegorz Pawłowicki, Saddler
        Amina Warsame-Lund, Stitcher
        Leopold Griebnitz, Stitcher
        Thandiwe Mosalane, Apprentice Saddler (joined 3 weeks ago)
      Ludmila Horáčková, Shift Lead [Operations / Late Shift]
        Cemal Ardıçlı, Machine Operator
        Ngozi Umeadinma, Stitcher
        Björn Hallqvister, Stitcher
    Dov Lindenauer, Head of Warehouse [Operations / Warehouse]
      Pilar Etxarrieta, Warehouse Planner
      Isaac Tembo-Frey, Warehouse Associate
  Soledad Arrietano, Director of Customers [Customer Care / Customer Office] +senior_manager
    Kenji Moriwakata, Care Team Lead [Customer Care / Care Desk]
      Adwoa Sarpomaa, Care Specialist
      Timo Rautavuori, Care Specialist
      Leilani Kahanamea, Care Specialist
      Baptiste Courvallon, Care Specialist
    Marguerite Delvaux-Ndiaye, Repairs Team Lead [Customer Care / Repairs Desk]
      Stellan Bergwaldh, Repairs Adviser
      Parisa Golshanfar, Repairs Adviser
  Anouk Vermeirsch, Head of Marketing [Marketing / Brand] +senior_manager
    Desta Gebremikal, Copywriter
    Rosalind Thackerby, Photographer
    Nikolai Averchuk, Editor
    Imani Achterberg, Events Lead [Marketing / Events]
      Joaquín Belmontero, Events Coordinator
      Wilhelmina Stoop-Adjei, Working Student (joined 8 weeks ago)
  Ingeborg Saltøyen, Director of People [People / People Team] +senior_leadership +people_team
    Farid Noorzaman, People Partner +people_team
    Chiara Montelupone, Recruiter +people_team
    Temperance Adeyinkara, Payroll Specialist +people_team
    Jonas Kettelhüth, Learning Specialist +people_team
  Vikram Seshasayan, Director of Finance [Finance / Finance] +senior_leadership
    Solveig Brattlandet, Accountant
    Ota Kučerálek, Controller
`;

const kowhai = `
Aroha Tamihana-Reid, Managing Director [Office / Office] +senior_leadership +admin
  Lachlan Pemberwick, Nursery Manager [Nursery / Nursery] +senior_manager
    Sione Fakahau, Glasshouse Lead [Nursery / Glasshouse]
      Bronwyn Taskwell, Grower
      Manaia Ruatapuwai, Grower
      Dilini Weeramanthri, Grower (joined 4 weeks ago)
  Hollis Marchbank, Shop Manager [Garden Shop / Shop Floor]
    Tāmati Kereamaunga, Plant Adviser
    Jun-ho Baekwon, Plant Adviser
    Petra Oosterveld, Till and Deliveries
  Wiremu Paewainui, People and Payroll +people_team
  Ngaire Colqueston, Bookkeeper
`;

/** The companies that `seed` creates. */
export const companies: Company[] = [
  {
    slug: 'harbour',
    name: 'Harbour & Hill',
    timezone: 'Europe/Berlin',
    nominationDays: '1-31',
    people: readDrawing(harbour, 'harbour.example'),
    shifts: [
      { of: { email: 'ines.caldeira@harbour.example' }, dimension: 'personalWellbeing', by: -2, weeks: 4 },
      { of: { email: 'yuki.tanabe@harbour.example' }, dimension: 'qualityOfWork', by: 2, weeks: 4 },
      { of: { department: 'Customer Care' }, dimension: 'professionalWellbeing', by: -1, weeks: 4 },
    ],
    showcase: [
      { email: 'ines.caldeira@harbour.example', role: 'employee' },
      { email: 'noor.haddadin@harbour.example', role: "the employee's manager" },
      { email: 'farid.noorzaman@harbour.example', role: 'People Team' },
      { email: 'juergen.moessner@harbour.example', role: 'admin' },
    ],
  },
  {
    slug: 'kowhai',
    name: 'Kōwhai Lane',
    timezone: 'Pacific/Auckland',
    nominationDays: '1-31',
    people: readDrawing(kowhai, 'kowhai.example'),
    shifts: [],
    showcase: [{ email: 'bronwyn.taskwell@kowhai.example', role: 'employee' }],
  },
];

/** The people as the CSV file that `org import` reads. */
export function peopleCsv(people: (Person & { startDate?: string })[]): Buffer {
  const rows = people.map((person) => ({ ...person, roles: person.roles.join(';') }));
  return Buffer.from(stringify(rows, { header: true, columns }));
}
