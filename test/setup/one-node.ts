const NO_DATABASE = 'uses no database of the service';
const PLANS = 'reads the plans of one node';
const OWN = 'starts a Postgres of its own';

/** The files that `npm run test:distributed` leaves out, each with the reason. */
const REASONS: Readonly<Record<string, string>> = {
  'test/integration/email-clients.spec.ts': NO_DATABASE,
  'test/integration/email-gallery.spec.ts': NO_DATABASE,
  'test/integration/email-looks.spec.ts': NO_DATABASE,
  'test/integration/grid-html.spec.ts': NO_DATABASE,
  'test/integration/image-lock.spec.ts': NO_DATABASE,
  'test/integration/image-storage.spec.ts': NO_DATABASE,
  'test/integration/local-services.spec.ts': NO_DATABASE,
  'test/integration/store-logos.spec.ts': NO_DATABASE,
  'test/integration/segment-plans.spec.ts': PLANS,
  'test/integration/stale-plans.spec.ts': PLANS,
  'test/integration/backup.spec.ts': 'backup and restore are for one node: pg_dump of a coordinator has no shards',
  'test/integration/schema.spec.ts': 'tests the migrations of an empty database that is not distributed',
  'test/integration/distribute.spec.ts': 'tests what a Postgres without Citus answers',
  'test/e2e/demo.spec.ts': OWN,
  'test/e2e/worked-examples.spec.ts': OWN,
};

export const ONE_NODE = Object.keys(REASONS);
