// The import rules of src/ and scripts/, checked by `npm run lint`: static, dynamic and type-only imports alike.

/** From the bottom up. A room imports from the layers below it and from itself. */
export const layers = [
  ['errors.ts'],
  ['lib/', 'limits.ts', 'permissions.ts'],
  ['config/', 'model/', 'telemetry/'],
  ['secrets/', 'chart/', 'rules/', 'profile-parser/', 'trends/'],
  ['notifications/definition/'],
  ['features/'],
  ['notifications/'],
  ['settings/'],
  ['email/', 'graph/', 'queues/', 'storage/'],
  ['access/', 'motivators/'],
  ['changes/', 'decisions/', 'webhooks/'],
  ['http/'],
  ['outbox/', 'pdf/'],
  ['features/'],
  ['org/'],
  ['archives/', 'identity/', 'org-plans/', 'scim/'],
  ['jobs/'],
  ['reports/'],
  ['routes/'],
  ['app.ts'],
  ['api.ts'],
  ['bulk-thread.ts', 'server.ts', 'worker.ts'],
];
const pureRooms = [
  'chart/',
  'features/',
  'notifications/',
  'permissions.ts',
  'profile-parser/',
  'rules/',
  'settings/',
  'trends/',
];

/** Who may import a package; nobody else in src/ does. */
const packageOwners = {
  '@aws-sdk/client-s3': ['storage/bucket.ts'],
  '@aws-sdk/client-sesv2': ['email/ses.ts'],
  '@opentelemetry/api': ['telemetry/'],
  '@opentelemetry/(?!api/)[^/]+': ['telemetry/open-telemetry.ts'],
  '(@koa/|koa)[^/]*': ['api.ts', 'app.ts', 'http/'],
  'bee-queue': ['queues/'],
  'date-holidays': ['lib/holidays.ts'],
  'neo4j-driver': ['graph/'],
  'pdf-parse|pdfjs-dist': ['pdf/pages.ts', 'pdf/unseen-text.ts'],
  'scim2-parse-filter': ['scim/'],
  'rate-limiter-flexible': ['queues/redis.ts'],
  'request-filtering-agent': ['lib/outside-addresses.ts'],
  redis: ['queues/redis.ts'],
  'redis-v3': ['queues/connection.ts'],
};

const toPattern = (rooms) =>
  `^src/(${rooms.map((room) => room.replace('.', '\\.') + (room.endsWith('/') ? '' : '$')).join('|')})`;
const rooms = layers.flat();

/** For each room: everything in src/ that is neither below it nor the room itself. */
const layerRules = layers.flatMap((layer, level) =>
  layer.map((room) => {
    const below = layers.slice(0, level).flat();
    const allowed = [...below, room];
    return {
      name: `${room} imports downwards`,
      severity: 'error',
      from: { path: toPattern([room]) },
      to: { path: '^src/', pathNot: toPattern(allowed) },
    };
  }),
);

const packageRules = Object.entries(packageOwners).map(([name, owners]) => ({
  name: `only ${owners.join(', ')} import ${name}`,
  severity: 'error',
  from: { path: '^src/', pathNot: toPattern(owners) },
  to: { path: `^node_modules/(${name})/` },
}));

export default {
  forbidden: [
    ...layerRules,
    ...packageRules,
    {
      name: 'every file of src/ has a place in the layers',
      severity: 'error',
      from: { path: '^src/', pathNot: toPattern(rooms) },
      to: {},
    },
    { name: 'no circles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'src/ stands on its own', severity: 'error', from: { path: '^src/' }, to: { path: '^(scripts|test)/' } },
    {
      // lib/holidays.ts imports the type of what it loads late
      name: 'no createRequire, whose imports no tool sees',
      severity: 'error',
      from: { path: '^src/', pathNot: toPattern(['lib/holidays.ts']) },
      to: { path: '^(node:)?module$', dependencyTypes: ['core'] },
    },
    {
      name: 'pure rooms do no input or output',
      severity: 'error',
      from: { path: toPattern(pureRooms) },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'every import resolves',
      severity: 'error',
      from: {},
      // the demo stack serves these packages beside the modules of its page
      to: { couldNotResolve: true, pathNot: '^\\./(openapi-fetch|lit-html)\\.js$' },
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
