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
    ['gone', ['model', 'storage'], 'Deleted orders and merged customers: who a record belongs to now.'],
    ['queries', ['gone', 'model', 'storage'], 'The queries that other folders may call.'],
    ['recount', ['model', 'storage'], 'Counts the stored orders again after the rule has changed.'],
    ['intake', ['gone', 'model', 'recount', 'storage'], 'Merges records from platforms into the stored rows.'],
    ['imported', ['model', 'recount', 'storage'], 'Merges records of other systems, and takes them back.'],
  ],
  events: [
    ['log', [], 'The log of events, for the folders that write it and for its readers.'],
    ['endpoints', ['log'], 'Sends events to addresses of the retailer, signed.'],
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
      'past',
      ['criteria', 'definitions', 'evaluation', 'membership', 'rfm'],
      'Who would have entered a segment in a time that is over.',
    ],
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
    ['images', ['ledger', 'templates'], 'Which image of their own each recipient sees.'],
    ['decision', ['consent', 'ledger'], 'Decides whether a message may be sent at this moment.'],
    [
      'sending',
      ['consent', 'decision', 'images', 'ledger', 'templates'],
      'Claims messages, checks them, renders them and passes them to the mail server.',
    ],
    ['view', ['images', 'ledger', 'sending', 'templates'], 'The page that shows an email in a browser.'],
    ['reports', ['consent', 'ledger'], 'Bounces and complaints, as the mail server reports them.'],
  ],
  'image-generation': [
    ['storage', [], 'Stores files under their hash.'],
    ['turns', [], 'Chooses the retailer whose work is next, in turn.'],
    ['renders', [], 'The images to draw, one row for all equal requests, with the result.'],
    ['providers', ['renders', 'storage'], 'The image providers, and the ledger of their costs.'],
    ['rendering', ['providers', 'renders', 'storage', 'turns'], 'Draws a render.'],
    [
      'personal',
      ['providers', 'rendering', 'renders', 'storage', 'turns'],
      'The images that are made for each recipient.',
    ],
    [
      'requests',
      ['personal', 'providers', 'rendering', 'renders', 'storage', 'turns'],
      'The requests for images, and their status.',
    ],
  ],
  sequences: [
    ['definitions', [], 'The stored versions of sequences.'],
    ['library', ['definitions'], 'The texts of whole sequences to start from.'],
    ['runs', ['definitions'], 'An execution, its plan, and the pure rules for its next step.'],
    ['variants', ['definitions', 'runs'], 'The shares of variants over time, and how the variants compare.'],
    ['enrolments', ['definitions', 'runs', 'variants'], 'The place of each customer in an execution.'],
    ['results', ['definitions', 'variants'], 'What sequences caused, and the orders that followed their emails.'],
    [
      'backtest',
      ['definitions', 'enrolments', 'results', 'runs'],
      'Plays a sequence over the past, and foretells the time to proof.',
    ],
    [
      'planning',
      ['backtest', 'definitions', 'enrolments', 'runs', 'variants'],
      'Plans a whole execution, live or as a dry run.',
    ],
    ['approval', ['definitions', 'runs'], 'What a plan depends on, and whether it is still the same.'],
    [
      'executions',
      ['approval', 'backtest', 'definitions', 'enrolments', 'runs'],
      'The execution API: start, follow, cancel.',
    ],
  ],
};

module.exports = { WINGS };
