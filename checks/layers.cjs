const { WINGS } = require('./wings.cjs');

/**
 * Which folder may import which. A line has the folder, the folders that it may import, and the reason for its place. A
 * folder may only import folders of earlier lines, so there is no cycle. Every folder needs a line.
 */
const SRC = [
  ['config', [], 'The only place that reads the environment. Every other folder may import it.'],
  ['jobs', [], 'Name, payload and policy of every job, for its producers and its handler.'],
  [
    'telemetry',
    ['config', 'jobs'],
    'The log, the metrics and the traces. Other folders report to it; it calls none of them.',
  ],
  ['bodies', [], 'Reads request bodies before the sender is known.'],
  ['pages', ['config'], 'The layout of HTML pages, without their content.'],
  ['api', ['bodies'], 'What controllers share. It imports no controller.'],
  ['rate-limits', ['config'], 'Counts requests, without knowing their routes.'],
  ['personal-data', ['config'], 'The registry where each module announces the personal data in its tables.'],
  ['retailers', ['api', 'jobs', 'personal-data'], 'Every feature belongs to a retailer.'],
  ['months', ['config'], 'The partitions of the tables that have one for each month. It knows no row.'],
  [
    'inbox',
    ['config', 'jobs', 'personal-data', 'retailers'],
    'Stores the bytes of deliveries from any platform. It does not know what they mean.',
  ],
  [
    'commerce',
    ['jobs', 'personal-data', 'retailers'],
    'Customers, orders and products. It knows no platform and no feature that reads them.',
  ],
  [
    'stores',
    ['commerce', 'jobs', 'personal-data', 'retailers'],
    'What all platforms share. A platform registers its connector here, so no other folder imports a platform.',
  ],
  [
    'auth',
    ['api', 'commerce', 'config', 'personal-data', 'retailers'],
    'Tokens of retailers and customers. The folders that verify a proof ask it for a token.',
  ],
  ['idempotency', ['auth', 'config', 'personal-data'], 'A key belongs to its caller; the folder knows no route.'],
  [
    'admin-actions',
    ['api', 'auth', 'idempotency', 'personal-data', 'retailers'],
    'The rules for every admin route. Each module says itself how to find the retailer of its resource.',
  ],
  [
    'privacy',
    ['config', 'jobs', 'personal-data', 'retailers'],
    'Reaches the data of other folders only through what they register in personal-data.',
  ],
  [
    'events',
    ['admin-actions', 'api', 'commerce', 'config', 'jobs', 'personal-data', 'retailers'],
    'The log of what has happened. Other folders report to it; it knows none of them.',
  ],
  [
    'segmentation',
    ['admin-actions', 'api', 'commerce', 'config', 'events', 'jobs', 'personal-data', 'retailers'],
    'Segments read the facts of commerce. They know no platform and no emails.',
  ],
  [
    'offers',
    ['admin-actions', 'api', 'commerce', 'config', 'events', 'jobs', 'personal-data', 'retailers', 'stores'],
    'Discount codes: minted on the store, given to recipients, redeemed by orders. It knows no email and no sequence.',
  ],
  [
    'links',
    ['api', 'commerce', 'config', 'events', 'jobs', 'months', 'pages', 'personal-data', 'retailers'],
    'The signed links of emails, and the clicks on them. It knows a message only by its id.',
  ],
  [
    'email',
    [
      'admin-actions',
      'api',
      'bodies',
      'commerce',
      'config',
      'events',
      'jobs',
      'links',
      'offers',
      'pages',
      'personal-data',
      'retailers',
      'segmentation',
      'stores',
    ],
    'Emails need customers and segments. The folders that plan emails and draw images import this one.',
  ],
  [
    'imports',
    ['admin-actions', 'api', 'bodies', 'commerce', 'config', 'jobs', 'personal-data', 'retailers'],
    'Reads files of other systems. Commerce merges what they say.',
  ],
  [
    'image-generation',
    [
      'admin-actions',
      'api',
      'auth',
      'commerce',
      'config',
      'email',
      'events',
      'idempotency',
      'jobs',
      'personal-data',
      'retailers',
    ],
    'Images need brands and products, and some are for emails. They do not know who requests them.',
  ],
  [
    'brand-kit',
    ['admin-actions', 'api', 'config', 'image-generation', 'jobs', 'retailers', 'stores'],
    'Makes brand kits of what stores say of their look and of logos, whose files are images.',
  ],
  [
    'lift',
    [
      'admin-actions',
      'api',
      'auth',
      'commerce',
      'config',
      'email',
      'jobs',
      'links',
      'offers',
      'pages',
      'personal-data',
      'retailers',
    ],
    'Who is held back, and what both groups do; the estimates themselves lie in libs. It knows a sequence by its id.',
  ],
  [
    'sequences',
    [
      'admin-actions',
      'api',
      'auth',
      'commerce',
      'config',
      'email',
      'events',
      'jobs',
      'lift',
      'links',
      'offers',
      'personal-data',
      'retailers',
      'segmentation',
    ],
    'Sequences plan emails for segments and listen to the events of both. Neither imports them.',
  ],
  [
    'exports',
    ['admin-actions', 'api', 'commerce', 'config', 'email', 'links', 'retailers', 'segmentation', 'sequences'],
    'Files of what several folders know of a store. Each of them reads its own tables.',
  ],
  [
    'accounts',
    ['admin-actions', 'api', 'auth', 'commerce', 'config', 'rate-limits', 'retailers'],
    'The routes that people call with their tokens.',
  ],
  ['platform-a', ['admin-actions', 'pages', ...platform()], 'The only folder that knows platform A.'],
  ['platform-b', platform(), 'The only folder that knows platform B. Platforms do not import each other.'],
  ['operations', ['config', 'inbox', 'months', 'segmentation'], 'Health, metrics and documents of the whole service.'],
  [
    'dashboard',
    ['auth', 'config', 'operations', 'pages', 'retailers', 'stores'],
    'Pages for merchants and operators. They call the public API.',
  ],
  [
    'admin',
    [
      'admin-actions',
      'api',
      'auth',
      'commerce',
      'inbox',
      'operations',
      'personal-data',
      'privacy',
      'retailers',
      'segmentation',
      'stores',
    ],
    'Controllers for operating the service. Only the studio uses some of their services.',
  ],
  [
    'studio',
    [
      'admin',
      'admin-actions',
      'api',
      'auth',
      'commerce',
      'email',
      'image-generation',
      'inbox',
      'lift',
      'offers',
      'privacy',
      'retailers',
      'segmentation',
      'sequences',
      'stores',
    ],
    'What only the studio needs: it combines what several folders know of a store.',
  ],
  ['database', ['config', ...holders()], 'The list of all entities, and the migrations that create their tables.'],
  ['sealed', ['config', 'database', ...holders()], 'A command that encrypts every stored secret again.'],
  [
    'backup',
    ['config', 'database', 'image-generation'],
    'Commands that copy everything of the service to a folder and back.',
  ],
  ['mcp', ['config'], 'Tools for assistants. They call the public API, as the user of one store.'],
  ['demo', ['auth', 'config', 'image-generation'], 'Plays a user who calls the service over HTTP.'],
];

/** Every folder may import the locks of the database. These files import nothing of src. */
const FOR_ALL = 'src/database/(?:retailer-)?locks\\.ts$';

function platform() {
  const ground = ['api', 'config', 'jobs', 'personal-data', 'rate-limits', 'retailers'];
  return [...ground, 'auth', 'commerce', 'inbox', 'privacy', 'stores'];
}

/** Folders that have tables of their own. */
function holders() {
  const folders =
    'admin-actions auth commerce email events idempotency image-generation imports inbox lift links offers ' +
    'personal-data platform-a platform-b privacy retailers segmentation sequences stores';
  return folders.split(' ');
}

/** Folders whose subfolders may import the files beside them: platforms register there what the subfolders use. */
const PORT_BESIDE_WINGS = new Set(['src/stores']);

/** Lines for the folders of libs. */
const LIBS = [
  ['bounded-map', [], 'Caches of threads and services. Threads load no more than they need.'],
  ['kernel', [], 'What any part of the code may need.'],
  ['crypto', [], 'Signatures and encryption, for any content.'],
  ['database', [], 'Transactions on Postgres. It knows no table.'],
  ['durable-work', ['database', 'kernel'], 'Leases, backoff and sweeps: work that outlives its process.'],
  ['tracing', ['bounded-map', 'kernel'], 'Spans, and their export. It knows no request and no job.'],
  ['redis', [], 'Addresses of Redis, and clients for each kind of them.'],
  ['queue', ['durable-work', 'kernel', 'redis', 'tracing'], 'Queues of jobs on Redis. It knows no job.'],
  ['random', [], 'Seeded random numbers, the same on every machine.'],
  ['lift', ['random'], 'What held-back people prove about a sequence. Pure functions.'],
  ['client', [], 'Calls the API with the types of its document; in browsers too.'],
  ['mailer', [], 'Sends emails to a mail server.'],
  ['text-files', [], 'Reads and writes tables as text: gzip, encodings, CSV.'],
  ['worker-pool', [], 'Runs functions in threads.'],
  ['local-services', [], 'Private datastores for development and tests.'],
  ['compositor', ['bounded-map', 'worker-pool'], 'Draws images from bytes to bytes.'],
  ['outbound-http', ['durable-work', 'kernel'], 'All outgoing calls.'],
  ['platform-a-client', ['crypto', 'kernel', 'outbound-http'], 'The protocol of platform A, without business rules.'],
  [
    'platform-b-client',
    ['crypto', 'durable-work', 'kernel', 'outbound-http'],
    'The protocol of platform B, without business rules.',
  ],
  [
    'simulators',
    ['kernel', 'mailer', 'outbound-http', 'platform-a-client', 'platform-b-client', 'random'],
    'Simulates external services. It never runs in production.',
  ],
];

const KERNEL = [
  ['json', [], 'Parses JSON from outside, and JSON pointers.'],
  ['logging', [], 'Log lines, and the request that they belong to.'],
  ['problems', ['json', 'logging'], 'Problems, and the one mapper from problems to responses.'],
  ['values', ['problems'], 'Ids, decimals, times, pages.'],
  ['concurrency', [], 'Limits on concurrent work.'],
];

/** Makes rules of dependency-cruiser from the lines. Spec files may import anything. */
function rulesOf(root, lines) {
  const known = lines.map(([folder]) => folder);
  const beside = PORT_BESIDE_WINGS.has(root) ? [`^${root}/[^/]+\\.ts$`] : [];
  const rules = lines.map(([folder, uses, reason], index) => {
    const above = uses.filter((used) => !known.slice(0, index).includes(used));
    if (above.length > 0) throw new Error(`${root}/${folder} may not use ${above.join(', ')}: no earlier line`);
    return {
      name: `${root}/${folder}`,
      comment: reason,
      severity: 'error',
      from: { path: `^${root}/${folder}/`, pathNot: '\\.spec\\.ts$' },
      to: { path: `^${root}/`, pathNot: [`^${root}/(${[folder, ...uses].join('|')})/`, ...beside, FOR_ALL] },
    };
  });
  return [
    ...rules,
    {
      name: `${root}-folder-without-a-line`,
      comment: 'Every folder has a line in checks/layers.cjs that says what it may use.',
      severity: 'error',
      from: { path: `^${root}/[^/]+/`, pathNot: `^${root}/(${known.join('|')})/` },
      to: {},
    },
  ];
}

module.exports = {
  layers: [
    ...rulesOf('src', SRC),
    ...Object.entries(WINGS).flatMap(([folder, lines]) => rulesOf(`src/${folder}`, lines)),
    ...rulesOf('libs', LIBS),
    ...rulesOf('libs/kernel', KERNEL),
  ],
};
