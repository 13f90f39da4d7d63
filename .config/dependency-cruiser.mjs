// The import rules of src/ and scripts/, checked by `npm run lint`: static, dynamic and type-only imports alike.

/** The rooms of platform/, from the bottom up. A room imports from the layers below it and from itself. */
export const layers = [
  ['errors.ts'],
  ['lib/', 'limits.ts', 'permissions.ts'],
  ['config/', 'schema/', 'telemetry/'],
  ['chart/', 'secrets/', 'time/'],
  ['notifications/', 'settings/'],
  ['email/', 'graph/', 'storage/'],
  ['access/'],
  ['audit/', 'outbox/'],
  ['http/'],
  ['feature.ts'],
];

/** The rooms of platform/http/, from the bottom up, by the same rule. Its ground is what all of them know. */
export const httpLayers = [
  ['addresses.ts', 'caller.ts'],
  ['endpoint.ts'],
  ['entity-tags.ts'],
  ['caller/', 'request/', 'response/'],
  ['changes/'],
  ['declaration/', 'process/'],
  ['openapi/', 'web/'],
];

/**
 * Which features a feature imports from: a new arrow is a new entry. test/architecture.test.ts makes sure that each of them is
 * needed and that they form no circle.
 */
export const featureImports = {
  absences: [],
  archives: ['organisation', 'personal-data', 'profiles'],
  assistants: [],
  changes: [],
  decisions: [],
  deputies: [],
  goals: [],
  identity: ['organisation', 'role-requests'],
  motivators: [],
  nominations: [],
  notifications: [
    'deputies',
    'goals',
    'identity',
    'nominations',
    'org-plans',
    'organisation',
    'partners',
    'profiles',
    'reporting-line',
    'reports',
    'role-requests',
    'schedules',
    'summaries',
    'trends',
    'webhooks',
  ],
  'org-plans': ['organisation', 'reporting-line'],
  organisation: ['absences', 'people', 'reporting-line'],
  partners: [],
  people: ['goals', 'motivators', 'nominations', 'summaries'],
  'personal-data': [
    'assistants',
    'goals',
    'identity',
    'motivators',
    'nominations',
    'notifications',
    'org-plans',
    'organisation',
    'profiles',
    'questions',
    'role-requests',
    'schedules',
    'scim',
    'summaries',
    'trends',
    'webhooks',
  ],
  profiles: [],
  questions: ['summaries'],
  'reporting-line': ['people'],
  reports: ['goals', 'nominations', 'questions', 'summaries', 'trends'],
  'role-requests': ['deputies', 'organisation', 'partners'],
  schedules: ['absences'],
  scim: ['organisation', 'partners'],
  settings: ['notifications', 'organisation'],
  summaries: [],
  trends: ['absences'],
  webhooks: [],
};

/** What knows no clock and no random numbers, and does no input or output. */
export const pureRooms = [
  'features/[\\w-]+/(nodes|rules|schema|notifications|\\w+-notifications)\\.ts$',
  'features/profiles/parser/',
  'features/trends/method/',
  'platform/chart/',
  'platform/notifications/',
  'platform/permissions\\.ts$',
  'platform/settings/',
  'platform/time/',
];

/** Who may import a package; nobody else in src/ does. */
const packageOwners = {
  '@aws-sdk/client-s3': ['platform/storage/bucket.ts'],
  '@aws-sdk/client-sesv2': ['platform/email/ses.ts'],
  '@opentelemetry/api': ['platform/telemetry/'],
  '@opentelemetry/(?!api/)[^/]+': ['platform/telemetry/open-telemetry.ts'],
  '(@koa/|koa)[^/]*': [
    'app/api.ts',
    'app/app.ts',
    'app/web.ts',
    'features/assistants/call-tool.ts',
    'features/assistants/routes.ts',
    'features/notifications/email-events.ts',
    'features/notifications/unsubscribe.ts',
    'platform/http/',
  ],
  'bee-queue': ['platform/outbox/queues/'],
  'date-holidays': ['platform/time/holidays.ts'],
  'neo4j-driver': ['platform/graph/'],
  'pdf-parse|pdfjs-dist': ['features/profiles/pdf/pages.ts', 'features/profiles/pdf/unseen-text.ts'],
  'scim2-parse-filter': ['features/scim/'],
  'rate-limiter-flexible': ['platform/outbox/queues/redis.ts'],
  'request-filtering-agent': ['platform/lib/outside-addresses.ts'],
  redis: ['platform/outbox/queues/redis.ts'],
  'redis-v3': ['platform/outbox/queues/connection.ts'],
};

const toPattern = (rooms) =>
  `^src/(${rooms.map((room) => room.replace('.', '\\.') + (room.endsWith('/') ? '' : '$')).join('|')})`;
const inPlatform = (rooms) => rooms.map((room) => `platform/${room}`);
const inHttp = (rooms) => rooms.map((room) => `platform/http/${room}`);

/** For each room of a house: everything in `within` that is neither below the room nor the room itself. */
const createLayerRules = (house, within, place) =>
  house.flatMap((layer, level) =>
    layer.map((room) => ({
      name: `${place([room])[0]} imports downwards`,
      severity: 'error',
      from: { path: toPattern(place([room])) },
      to: { path: within, pathNot: toPattern(place([...house.slice(0, level).flat(), room])) },
    })),
  );

const featureRules = Object.entries(featureImports).map(([feature, others]) => ({
  name: `features/${feature}/ imports from the platform and from the features it names`,
  severity: 'error',
  from: { path: `^src/features/${feature}/` },
  to: { path: '^src/', pathNot: toPattern(['platform/', ...[feature, ...others].map((name) => `features/${name}/`)]) },
}));

const packageRules = Object.entries(packageOwners).map(([name, owners]) => ({
  name: `only ${owners.join(', ')} import ${name}`,
  severity: 'error',
  from: { path: '^src/', pathNot: toPattern(owners) },
  to: { path: `^node_modules/(${name})/` },
}));

export default {
  forbidden: [
    ...createLayerRules(layers, '^src/', inPlatform),
    ...createLayerRules(httpLayers, '^src/platform/http/', inHttp),
    ...featureRules,
    ...packageRules,
    {
      name: 'every file of src/ has a place',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: toPattern([
          'app/',
          'web/',
          ...inPlatform(layers.flat()),
          ...Object.keys(featureImports).map((feature) => `features/${feature}/`),
        ]),
      },
      to: {},
    },
    {
      name: 'every file of platform/http/ has a place',
      severity: 'error',
      from: { path: '^src/platform/http/', pathNot: toPattern(inHttp(httpLayers.flat())) },
      to: {},
    },
    {
      name: 'the page in web/ imports nothing of the server',
      severity: 'error',
      from: { path: '^src/web/' },
      to: { path: '^(src|scripts|test)/', pathNot: '^src/web/' },
    },
    {
      name: 'nothing imports the page: the server sends its files',
      severity: 'error',
      from: { path: '^(src|scripts)/', pathNot: '^src/web/' },
      to: { path: '^src/web/' },
    },
    { name: 'no circles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'src/ stands on its own', severity: 'error', from: { path: '^src/' }, to: { path: '^(scripts|test)/' } },
    {
      // time/holidays.ts imports the type of what it loads late
      name: 'no createRequire, whose imports no tool sees',
      severity: 'error',
      from: { path: '^src/', pathNot: toPattern(['platform/time/holidays.ts']) },
      to: { path: '^(node:)?module$', dependencyTypes: ['core'] },
    },
    {
      name: 'pure rooms do no input or output',
      severity: 'error',
      from: { path: pureRooms.map((room) => `^src/${room}`), pathNot: toPattern(['platform/time/holidays.ts']) },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'every import resolves',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: '^node_modules/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.mjs', '.js', '.d.ts'],
    },
  },
};
