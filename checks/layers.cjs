/**
 * Which folder may use which, from the ground to the roof: a folder uses only the folders that its line names, and all of
 * them stand above its line. So two folders never use each other, not even by a detour. A new folder needs a line.
 * Each line: the folder, what it may use, and why it stands where it stands.
 */
const SRC = [
  ['config', [], 'The only place that reads the environment; everything may ask it.'],
  ['jobs', [], 'Name, payload and policy of every job: who enqueues one and who handles it meet here.'],
  ['telemetry', ['jobs'], 'The log and the metrics; it measures what tells it something, and asks nobody.'],
  ['bodies', [], 'How bodies are read, before anything is known of their senders.'],
  ['pages', ['config'], 'How our pages look; a page knows nothing of what it shows.'],
  ['api', ['bodies'], 'What controllers share; it knows none of them.'],
  ['rate-limits', ['config'], 'Counts requests and knows none.'],
  ['personal-data', ['config'], 'Where a module says what it holds of people: every module may stand on it.'],
  ['retailers', ['jobs', 'personal-data'], 'Tenants are the ground that every feature stands on.'],
  [
    'inbox',
    ['config', 'jobs', 'personal-data', 'retailers'],
    'Takes bytes of any platform and knows none, nor what they mean.',
  ],
  [
    'commerce',
    ['jobs', 'personal-data', 'retailers'],
    'Orders are facts; they know neither where they come from nor who asks.',
  ],
  [
    'stores',
    ['commerce', 'jobs', 'personal-data', 'retailers'],
    'What all platforms share; a platform registers its connector here, and nobody else need know it.',
  ],
  [
    'auth',
    ['api', 'commerce', 'config', 'personal-data', 'retailers'],
    'Tokens stand on retailers and customers; whoever proves somebody comes to them.',
  ],
  ['idempotency', ['auth', 'config', 'personal-data'], 'A key belongs to its caller, and to no route in particular.'],
  [
    'admin-actions',
    ['api', 'auth', 'idempotency', 'personal-data', 'retailers'],
    'What holds for every route of admins; a module says itself how the retailer of its resource is found.',
  ],
  ['privacy', ['config', 'jobs', 'personal-data', 'retailers'], 'Reaches what others hold through what they register.'],
  [
    'segmentation',
    ['admin-actions', 'api', 'commerce', 'config', 'jobs', 'personal-data', 'retailers'],
    'Segments look at facts of commerce, never at a platform, and do not know what is sent to members.',
  ],
  [
    'email',
    ['api', 'commerce', 'config', 'jobs', 'pages', 'personal-data', 'retailers', 'segmentation'],
    'Emails are made of customers and segments; who plans them and who draws their images comes to them.',
  ],
  [
    'image-generation',
    ['api', 'auth', 'commerce', 'config', 'email', 'idempotency', 'jobs', 'personal-data', 'retailers'],
    'Images are made of brands and products, some for emails; who asks for them is not their concern.',
  ],
  [
    'sequences',
    ['admin-actions', 'api', 'commerce', 'email', 'jobs', 'personal-data', 'retailers', 'segmentation'],
    'Sequences plan emails for segments and listen to both; neither knows of them.',
  ],
  [
    'accounts',
    ['admin-actions', 'api', 'auth', 'commerce', 'rate-limits', 'retailers'],
    'What people do with their tokens.',
  ],
  [
    'platform-a',
    ['admin-actions', ...platform()],
    'Knows its wire and what comes of it; nobody else knows a platform.',
  ],
  ['platform-b', platform(), 'The same; neither platform knows of the other.'],
  ['operations', ['config', 'inbox', 'segmentation'], 'Health, metrics and documents of the whole service.'],
  ['dashboard', ['config', 'pages'], 'Pages for merchants, which use the public API.'],
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
    'Controllers about the operation of the service; they call services, and nothing calls them.',
  ],
  ['database', ['config', ...holders()], 'Lists the tables of all modules, and the migrations that make them.'],
  ['sealed', ['config', 'database', ...holders()], 'A command that seals every stored secret anew.'],
  ['demo', ['auth', 'config', 'image-generation'], 'A person in front of the service: speaks HTTP to it.'],
];

/** The numbers of the locks lie beside the migrations that take one, and use nothing: every folder may use them. */
const FOR_ALL = 'src/database/locks\\.ts$';

function platform() {
  const ground = ['api', 'config', 'jobs', 'personal-data', 'rate-limits', 'retailers'];
  return [...ground, 'accounts', 'auth', 'commerce', 'inbox', 'privacy', 'stores'];
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
 * The wings of a folder, in the same form. What lies beside the wings (modules, the folder's service) may use each of
 * them; no wing uses it, except where the folder's port lies there.
 */
const WINGS = {
  stores: [
    ['backfill', [], 'Reads the past of a store page by page.'],
    ['customers', [], 'Reads one customer again.'],
    ['watch', [], 'Looks at an installed store from time to time, and catches up.'],
  ],
  'platform-a': [
    ['client', [], 'Speaks to a store through the wire of the platform.'],
    ['mapping', [], 'What the wire says, in the words of commerce. Pure.'],
    ['webhooks', ['client', 'mapping'], 'Takes and processes deliveries, and keeps the subscriptions to them.'],
    ['sync', ['client', 'mapping'], 'What src/stores asks of a platform: reads pages, watches, catches up.'],
    ['admin-sso', [], 'Signs admins on through the platform.'],
    ['subscriptions', ['client'], 'What a merchant pays for the app.'],
    ['customer-sso', ['client', 'mapping'], 'Signs customers on through the storefront.'],
    ['install', ['client', 'customer-sso'], 'OAuth, and openings of the app.'],
  ],
  'platform-b': [
    ['client', [], 'Speaks to a store through the wire of the platform.'],
    ['mapping', [], 'What the wire says, in the words of commerce. Pure.'],
    ['sync', ['client', 'mapping'], 'What src/stores asks of a platform: reads pages, orders and customers.'],
    ['webhooks', ['client', 'sync'], 'Takes and processes deliveries, and keeps the hooks.'],
    ['install', ['client', 'sync'], 'OAuth, and the calls of the control panel.'],
    ['customer-sso', ['client', 'install'], 'Signs customers on through the storefront.'],
  ],
  commerce: [
    ['model', [], 'Customers, orders, refunds and products, and the rule of what an order counts.'],
    ['storage', ['model'], 'Bulk statements of the intake, and fragments of SQL for others.'],
    ['queries', ['model', 'storage'], 'What other modules may ask.'],
    ['recount', ['model', 'storage'], 'Counts stored orders again after the rule has changed.'],
    ['intake', ['model', 'recount', 'storage'], 'Merges records of platforms into what is stored.'],
  ],
  segmentation: [
    ['criteria', [], 'One definition of each criterion: what is valid, who fits, since when and until when. Pure.'],
    ['definitions', [], 'The segments of a brand as they are stored.'],
    ['rfm', ['criteria', 'definitions'], "The boundaries of a brand's fifths, which criteria ask for."],
    ['evaluation', ['criteria', 'definitions', 'rfm'], 'What facts mean under definitions; it writes nothing.'],
    ['membership', ['definitions', 'evaluation'], 'Who is in what, since when; changed by what an evaluation found.'],
    ['clock', ['definitions', 'evaluation', 'membership', 'rfm'], 'Changes that time alone brings.'],
    ['events', ['definitions'], 'Tells listeners of memberships that have changed.'],
    [
      'segments',
      ['clock', 'criteria', 'definitions', 'evaluation', 'membership', 'rfm'],
      'Segments for people: made, changed, previewed, explained, deleted.',
    ],
  ],
  email: [
    ['templates', [], 'Makes an email of a template and what it is filled with; knows no recipient.'],
    ['ledger', ['templates'], 'The rows that say how far each message came.'],
    ['consent', ['ledger'], 'What a person has said about being mailed, perhaps through a link in a message.'],
    ['decision', ['consent', 'ledger'], 'Whether a message may go at this moment.'],
    ['sending', ['consent', 'decision', 'ledger', 'templates'], 'Claims messages, decides, makes and hands them over.'],
    ['reports', ['consent', 'ledger'], 'Bounces and complaints, as the mail server reports them.'],
  ],
  'image-generation': [
    ['storage', [], 'Files by their hash.'],
    ['turns', [], 'Whose work is taken next: retailers in turn, whatever the work is.'],
    ['renders', [], 'What is to be drawn, once for all requests that mean the same, and what came of it.'],
    ['providers', ['renders', 'storage'], 'Who draws, and the ledger of what that costs.'],
    ['rendering', ['providers', 'renders', 'storage', 'turns'], 'Draws a render.'],
    [
      'requests',
      ['providers', 'rendering', 'renders', 'storage', 'turns'],
      'Who wants an image, and what became of it.',
    ],
  ],
  sequences: [
    ['definitions', [], 'Sequences as they are stored, version by version.'],
    ['runs', ['definitions'], 'An execution, its plan and the pure rules of what is next in it.'],
    ['enrolments', ['definitions', 'runs'], 'Who is where in an execution, until it ends.'],
    ['planning', ['definitions', 'enrolments', 'runs'], 'Plans a whole execution, for good or as a dry run.'],
    ['executions', ['definitions', 'enrolments', 'runs'], 'Executions for people: started, watched, cancelled.'],
  ],
};

/** Here platforms register what each wing then asks. */
const PORT_BESIDE_WINGS = new Set(['src/stores']);

/** Libs among themselves. */
const LIBS = [
  ['kernel', [], 'What every part of the code may need.'],
  ['crypto', [], 'Signatures and encryption, without a word about what is signed.'],
  ['database', [], 'Transactions on Postgres, without a table.'],
  ['durable-work', ['database', 'kernel'], 'Leases, pauses, sweeps: work that outlives the process that began it.'],
  ['queue', ['durable-work', 'kernel'], 'Jobs on Redis, whatever the jobs are.'],
  ['mailer', [], 'Hands emails over.'],
  ['worker-pool', [], 'Functions in threads.'],
  ['local-services', [], 'Private datastores for development and tests.'],
  ['compositor', ['worker-pool'], 'Draws images; bytes in, bytes out.'],
  ['outbound-http', ['durable-work', 'kernel'], 'Every call to the outside.'],
  ['platform-a-client', ['crypto', 'kernel', 'outbound-http'], 'The wire of platform A; no business words.'],
  [
    'platform-b-client',
    ['crypto', 'durable-work', 'kernel', 'outbound-http'],
    'The wire of platform B; no business words.',
  ],
  [
    'simulators',
    ['kernel', 'mailer', 'outbound-http', 'platform-a-client', 'platform-b-client'],
    'Stands in for what is outside; never runs where real stores are.',
  ],
];

const KERNEL = [
  ['json', [], 'JSON as others write it, and pointers into it.'],
  ['logging', [], 'Lines of the log, and the request that they belong to.'],
  ['problems', ['json', 'logging'], 'Refusals, and the one mapper that makes answers of them.'],
  ['values', ['problems'], 'Ids, decimals, times, pages.'],
  ['concurrency', [], 'How much happens at the same time.'],
];

/** The rules of dependency-cruiser that say the same. Specs may use what they need. */
function rulesOf(root, lines) {
  const known = lines.map(([folder]) => folder);
  const beside = PORT_BESIDE_WINGS.has(root) ? [`^${root}/[^/]+\\.ts$`] : [];
  const rules = lines.map(([folder, uses, reason], index) => {
    const above = uses.filter((used) => !known.slice(0, index).includes(used));
    if (above.length > 0) throw new Error(`${root}/${folder} may not use ${above.join(', ')}: not above its line`);
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
