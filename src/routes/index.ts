// The endpoints by heading, in the order of the interface.
import type { Section } from '../http/openapi.ts';
import { goals } from './goals.ts';
import { motivators } from './motivators.ts';
import { nominations } from './nominations.ts';
import { notifications } from './notifications.ts';
import { people } from './people.ts';
import { profiles } from './profiles.ts';
import { reportingLine } from './reporting-line.ts';
import { summaries } from './summaries.ts';
import { summaryList } from './summary-list.ts';

export const sections: readonly Section[] = [
  { heading: 'People', endpoints: people },
  { heading: 'Reporting line', endpoints: reportingLine },
  { heading: 'Summaries', endpoints: [...summaries, ...summaryList] },
  { heading: 'Goals', endpoints: goals },
  { heading: 'Nominations', endpoints: nominations },
  { heading: 'Profile and motivators', endpoints: [...profiles, ...motivators] },
  { heading: 'Notifications', endpoints: notifications },
];
