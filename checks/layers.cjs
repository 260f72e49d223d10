/**
 * Which folder may import which. A line has the folder, the folders that it may import, and the reason for its place. A
 * folder may only import folders of earlier lines, so there is no cycle. Every folder needs a line.
 */
const SRC = [
  ['config', [], 'The only place that reads the environment. Every other folder may import it.'],
  ['jobs', [], 'Name, payload and policy of every job, for its producers and its handler.'],
  ['telemetry', ['jobs'], 'The log and the metrics. Other folders report to it; it calls none of them.'],
  ['bodies', [], 'Reads request bodies before the sender is known.'],
  ['pages', ['config'], 'The layout of HTML pages, without their content.'],
  ['api', ['bodies'], 'What controllers share. It imports no controller.'],
  ['rate-limits', ['config'], 'Counts requests, without knowing their routes.'],
  ['personal-data', ['config'], 'The registry where each module announces the personal data in its tables.'],
  ['retailers', ['jobs', 'personal-data'], 'Every feature belongs to a retailer.'],
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
    'segmentation',
    ['admin-actions', 'api', 'commerce', 'config', 'jobs', 'personal-data', 'retailers'],
    'Segments read the facts of commerce. They know no platform and no emails.',
  ],
  [
    'offers',
    ['admin-actions', 'api', 'commerce', 'config', 'jobs', 'personal-data', 'retailers', 'stores'],
    'Discount codes: minted on the store, given to recipients, redeemed by orders. It knows no email and no sequence.',
  ],
  [
    'links',
    ['api', 'commerce', 'config', 'jobs', 'pages', 'personal-data', 'retailers'],
    'The signed links of emails, and the clicks on them. It knows a message only by its id.',
  ],
  [
    'email',
    [
      'admin-actions',
      'api',
      'commerce',
      'config',
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
    'image-generation',
    ['api', 'auth', 'commerce', 'config', 'email', 'idempotency', 'jobs', 'personal-data', 'retailers'],
    'Images need brands and products, and some are for emails. They do not know who requests them.',
  ],
  [
    'sequences',
    [
      'admin-actions',
      'api',
      'commerce',
      'config',
      'email',
      'jobs',
      'links',
      'offers',
      'personal-data',
      'retailers',
      'segmentation',
    ],
    'Sequences plan emails for segments and listen to the events of both. Neither imports them.',
  ],
  ['lift', ['admin-actions', 'api', 'pages'], 'What a sequence caused; the estimates themselves lie in libs.'],
  [
    'accounts',
    ['admin-actions', 'api', 'auth', 'commerce', 'rate-limits', 'retailers'],
    'The routes that people call with their tokens.',
  ],
  ['platform-a', ['admin-actions', ...platform()], 'The only folder that knows platform A.'],
  ['platform-b', platform(), 'The only folder that knows platform B. Platforms do not import each other.'],
  ['operations', ['config', 'inbox', 'segmentation'], 'Health, metrics and documents of the whole service.'],
  ['dashboard', ['config', 'pages'], 'Pages for merchants. They call the public API.'],
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
    'Controllers for operating the service. No folder imports them.',
  ],
  ['database', ['config', ...holders()], 'The list of all entities, and the migrations that create their tables.'],
  ['sealed', ['config', 'database', ...holders()], 'A command that encrypts every stored secret again.'],
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
  return [
    'admin-actions',
    'auth',
    'commerce',
    'email',
    'idempotency',
    'image-generation',
    'inbox',
    'links',
    'offers',
    'personal-data',
    'platform-a',
    'platform-b',
    'privacy',
    'retailers',
    'segmentation',
    'sequences',
    'stores',
  ];
}

/**
 * Lines for the subfolders of a folder. Files directly in the folder (modules, its service) may import every
 * subfolder. A subfolder may not import such a file, except in the folders of `PORT_BESIDE_WINGS`.
 */
const WINGS = {
  stores: [
    ['backfill', [], 'Reads all existing records of a store, page by page.'],
    ['customers', [], 'Reads one customer again.'],
    ['watch', [], 'Compares an installed store with what is stored, at intervals, and reads what is missing.'],
  ],
  'platform-a': [
    ['client', [], 'Calls the API of a store.'],
    ['mapping', [], 'Pure functions from the JSON of the platform to records of commerce.'],
    ['webhooks', ['client', 'mapping'], 'Receives and processes deliveries, and maintains the webhook subscriptions.'],
    ['sync', ['client', 'mapping'], 'The reads that src/stores needs: pages, watches, catch-ups.'],
    ['admin-sso', [], 'Sign-on of admins through the platform.'],
    ['discounts', ['client'], 'Creates discounts with codes on a store, for offers.'],
    ['consents', ['client', 'mapping'], 'Writes consent to marketing emails back to a store, and reads it.'],
    ['subscriptions', ['client'], 'The app subscriptions of a merchant.'],
    ['customer-sso', ['client', 'mapping'], 'Sign-on of customers through the storefront.'],
    ['install', ['client', 'customer-sso'], 'OAuth, and requests that open the app.'],
  ],
  'platform-b': [
    ['client', [], 'Calls the API of a store.'],
    ['mapping', [], 'Pure functions from the JSON of the platform to records of commerce.'],
    ['discounts', ['client'], 'Coupon promotions and their codes.'],
    ['consents', ['client', 'mapping'], 'The newsletter list of a store, and decisions that are written to it.'],
    ['sync', ['client', 'consents', 'mapping'], 'The reads that src/stores needs: pages, orders and customers.'],
    [
      'webhooks',
      ['client', 'consents', 'sync'],
      'Receives and processes deliveries, and maintains the webhook subscriptions.',
    ],
    ['install', ['client', 'sync'], 'OAuth, and the calls of the control panel.'],
    ['customer-sso', ['client', 'install'], 'Sign-on of customers through the storefront.'],
  ],
  commerce: [
    ['model', [], 'Customers, orders, refunds and products, and the rule for which amount of an order counts.'],
    ['storage', ['model'], 'Bulk statements of the intake, and SQL fragments for other folders.'],
    ['queries', ['model', 'storage'], 'The queries that other folders may call.'],
    ['recount', ['model', 'storage'], 'Counts the stored orders again after the rule has changed.'],
    ['intake', ['model', 'recount', 'storage'], 'Merges records from platforms into the stored rows.'],
  ],
  segmentation: [
    ['criteria', [], 'Pure. One definition of each criterion: valid values, matching customers, next change.'],
    ['definitions', [], 'The stored segments of a brand.'],
    ['rfm', ['criteria', 'definitions'], "The boundaries of a brand's RFM fifths, for criteria."],
    ['evaluation', ['criteria', 'definitions', 'rfm'], 'Evaluates facts against definitions. It writes nothing.'],
    ['membership', ['definitions', 'evaluation'], 'The memberships, with their intervals. Evaluations change them.'],
    ['clock', ['definitions', 'evaluation', 'membership', 'rfm'], 'Membership changes that are caused by time alone.'],
    ['events', ['definitions'], 'Publishes membership changes to listeners.'],
    [
      'segments',
      ['clock', 'criteria', 'definitions', 'evaluation', 'membership', 'rfm'],
      'The segment API: create, change, preview, explain, delete.',
    ],
  ],
  email: [
    ['templates', [], 'Fills templates. It knows no recipient.'],
    ['ledger', ['templates'], 'The rows with the status of each message.'],
    ['consent', ['ledger'], 'The decisions of a person about receiving email, also through links in a message.'],
    ['confirmations', ['consent', 'ledger', 'templates'], 'The one email that asks a customer for consent.'],
    ['suppressions', ['consent'], 'The list of suppressed addresses, as admins read, change and import it.'],
    [
      'senders',
      ['ledger'],
      'Whether the world takes emails from a sender: its records in the DNS, and its reputation.',
    ],
    ['decision', ['consent', 'ledger'], 'Decides whether a message may be sent at this moment.'],
    [
      'sending',
      ['consent', 'decision', 'ledger', 'templates'],
      'Claims messages, checks them, renders them and passes them to the mail server.',
    ],
    ['view', ['ledger', 'sending', 'templates'], 'The page that shows an email in a browser.'],
    ['reports', ['consent', 'ledger'], 'Bounces and complaints, as the mail server reports them.'],
  ],
  'image-generation': [
    ['storage', [], 'Stores files under their hash.'],
    ['turns', [], 'Chooses the retailer whose work is next, in turn.'],
    ['renders', [], 'The images to draw, one row for all equal requests, with the result.'],
    ['providers', ['renders', 'storage'], 'The image providers, and the ledger of their costs.'],
    ['rendering', ['providers', 'renders', 'storage', 'turns'], 'Draws a render.'],
    [
      'requests',
      ['providers', 'rendering', 'renders', 'storage', 'turns'],
      'The requests for images, and their status.',
    ],
  ],
  sequences: [
    ['definitions', [], 'The stored versions of sequences.'],
    ['runs', ['definitions'], 'An execution, its plan, and the pure rules for its next step.'],
    ['enrolments', ['definitions', 'runs'], 'The place of each customer in an execution.'],
    ['planning', ['definitions', 'enrolments', 'runs'], 'Plans a whole execution, live or as a dry run.'],
    ['executions', ['definitions', 'enrolments', 'runs'], 'The execution API: start, follow, cancel.'],
  ],
};

/** Folders whose subfolders may import the files beside them: platforms register there what the subfolders use. */
const PORT_BESIDE_WINGS = new Set(['src/stores']);

/** Lines for the folders of libs. */
const LIBS = [
  ['kernel', [], 'What any part of the code may need.'],
  ['crypto', [], 'Signatures and encryption, for any content.'],
  ['database', [], 'Transactions on Postgres. It knows no table.'],
  [
    'durable-work',
    ['database', 'kernel'],
    'Leases, backoff and sweeps: work that continues after its process has died.',
  ],
  ['queue', ['durable-work', 'kernel'], 'Queues of jobs on Redis. It knows no job.'],
  ['lift', [], 'What held-back people prove about a sequence. Pure functions.'],
  ['mailer', [], 'Sends emails to a mail server.'],
  ['worker-pool', [], 'Runs functions in threads.'],
  ['local-services', [], 'Private datastores for development and tests.'],
  ['compositor', ['worker-pool'], 'Draws images from bytes to bytes.'],
  ['outbound-http', ['durable-work', 'kernel'], 'All outgoing calls.'],
  ['platform-a-client', ['crypto', 'kernel', 'outbound-http'], 'The protocol of platform A, without business rules.'],
  [
    'platform-b-client',
    ['crypto', 'durable-work', 'kernel', 'outbound-http'],
    'The protocol of platform B, without business rules.',
  ],
  [
    'simulators',
    ['kernel', 'mailer', 'outbound-http', 'platform-a-client', 'platform-b-client'],
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
