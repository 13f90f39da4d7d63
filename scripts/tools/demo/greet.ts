// The end of `docker compose up`: says where the demo is and whom to sign in as, once the API answers and the companies are there.
// PUBLIC_URL is the address of the API on this machine, MAILBOX_URL that of the mailbox.
import { withConnection } from '../../cli/connect.ts';
import { formatGreeting, places } from '../../stack/greeting.ts';
import { companies } from './companies.ts';
import { listShownPeople } from './seed.ts';
import { signTokens } from './tokens.ts';

const { PUBLIC_URL: api = '', MAILBOX_URL: mailbox = '' } = process.env;
const [demo] = companies;
if (!demo) throw new Error('The demo has no companies.');
const shown = { slug: demo.slug, people: listShownPeople(demo), expires: '8h' };
const people = await withConnection(({ graph, config }) => signTokens(graph, config, shown));
console.log(formatGreeting({ api, mailbox, tenant: demo.slug, people }, places.compose));
