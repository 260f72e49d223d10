import { job } from '#libs/queue';
import {
  BackfillRef,
  CustomerRef,
  DeliveryRef,
  EditedOrderRef,
  ExecutionRef,
  HistoryImportRef,
  ImageRenderRef,
  ImageRequestRef,
  IntakeBatch,
  PrivacyRequestRef,
  RetailerRef,
  SegmentRef,
  SuppressionImportRef,
} from './payloads.js';

/** Every job of the service with its payload (ids and names only) and its policy. Each job has its own Bull queue. */
export const JOBS = {
  /** Maps and writes the deliveries of one group commit. Two run at once: one parses while the other writes. */
  'intake.process': job(IntakeBatch, { attempts: 1, backoffMs: 0, concurrency: 2, timeoutMs: 60_000 }),
  /** Evaluates customers whose facts have changed. */
  'segmentation.apply-changes': job(RetailerRef, { attempts: 1, backoffMs: 0, concurrency: 2, timeoutMs: 60_000 }),
  /** Evaluates a new or changed segment over all customers. */
  'segmentation.evaluate': job(SegmentRef, { attempts: 5, backoffMs: 1_000, concurrency: 1, timeoutMs: 600_000 }),
  /** Finishes an interrupted deletion of a segment. */
  'segmentation.delete': job(SegmentRef, { attempts: 5, backoffMs: 1_000, concurrency: 1, timeoutMs: 600_000 }),
  /** Recounts all orders of a retailer after a change of the rule that says which orders count. */
  'commerce.recount': job(RetailerRef, { attempts: 5, backoffMs: 1_000, concurrency: 1, timeoutMs: 600_000 }),
  /** Plans the recipients of an execution, some at a time. Postgres has the progress. */
  'sequences.plan': job(ExecutionRef, { attempts: 1, backoffMs: 0, concurrency: 2, timeoutMs: 600_000 }),
  /** Takes settled messages of a retailer and plans the next steps of their recipients. */
  'sequences.advance': job(RetailerRef, { attempts: 1, backoffMs: 0, concurrency: 2, timeoutMs: 120_000 }),
  /** Sends due emails of a retailer. A run ends after a while and enqueues the next. */
  'email.send': job(RetailerRef, { attempts: 1, backoffMs: 0, concurrency: 8, timeoutMs: 300_000 }),
  /** Asks customers with unknown consent, once ever, whether they want emails. Postgres has the requests. */
  'email.ask-consent': job(RetailerRef, { attempts: 1, backoffMs: 0, concurrency: 2, timeoutMs: 300_000 }),
  /** Judges the reputation of a retailer's emails after complaints and bounces. */
  'email.review-reputation': job(RetailerRef, { attempts: 1, backoffMs: 0, concurrency: 2, timeoutMs: 120_000 }),
  /** Writes customers' decisions about emails to their store. Postgres has the retries. */
  'email.write-consents': job(RetailerRef, { attempts: 1, backoffMs: 0, concurrency: 8, timeoutMs: 300_000 }),
  /** Reads an imported list of addresses that get no emails. Postgres has the progress; a sweep starts the next run. */
  'email.import-suppressions': job(SuppressionImportRef, {
    attempts: 1,
    backoffMs: 0,
    concurrency: 1,
    timeoutMs: 3_600_000,
  }),
  /** Reads the file of an import of history, or takes an import back. Postgres has the progress. */
  'imports.run': job(HistoryImportRef, { attempts: 1, backoffMs: 0, concurrency: 2, timeoutMs: 86_400_000 }),
  /** Mints the codes of a store's offers and removes unneeded ones. It mostly waits for the store. */
  'offers.work': job(RetailerRef, { attempts: 1, backoffMs: 0, concurrency: 12, timeoutMs: 600_000 }),
  /** Notes which codes of offers the orders of a retailer carry. */
  'offers.redeem': job(RetailerRef, { attempts: 1, backoffMs: 0, concurrency: 2, timeoutMs: 120_000 }),
  /** Adds people whose windows have closed to the sums of their experiments. */
  'lift.fold': job(RetailerRef, { attempts: 1, backoffMs: 0, concurrency: 1, timeoutMs: 300_000 }),
  /** Publishes the transitions of segments as events. */
  'segmentation.publish-events': job(RetailerRef, { attempts: 1, backoffMs: 0, concurrency: 1, timeoutMs: 60_000 }),
  /** Computes the fifths of customers by recency, frequency and money for a retailer's brands. */
  'segmentation.rfm': job(RetailerRef, { attempts: 1, backoffMs: 0, concurrency: 1, timeoutMs: 300_000 }),
  /** Sends events to the endpoints of a retailer. It mostly waits for answers. Postgres has the retries. */
  'events.deliver': job(RetailerRef, { attempts: 1, backoffMs: 0, concurrency: 8, timeoutMs: 300_000 }),
  /**
   * After an installation: webhooks, store record, then the backfill. All jobs of `stores` mostly wait for the store.
   */
  'stores.set-up': job(RetailerRef, { attempts: 8, backoffMs: 2_000, concurrency: 12, timeoutMs: 180_000 }),
  /** Gives the brands of a new store its look. What fails for good can be asked for again through the API. */
  'stores.import-kit': job(RetailerRef, { attempts: 3, backoffMs: 5_000, concurrency: 4, timeoutMs: 180_000 }),
  /** Reads one collection of a store, page by page. Many run at once, because slow stores keep some of them waiting. */
  'stores.backfill': job(BackfillRef, { attempts: 8, backoffMs: 5_000, concurrency: 20, timeoutMs: 3_600_000 }),
  /** Checks an installed store: its webhooks, and changes that no delivery reported. Postgres has the due times. */
  'stores.watch': job(RetailerRef, { attempts: 1, backoffMs: 0, concurrency: 12, timeoutMs: 900_000 }),
  /** Reads a customer who signed on before any delivery named them. Postgres has the list of such customers. */
  'stores.read-customer': job(CustomerRef, { attempts: 3, backoffMs: 2_000, concurrency: 16, timeoutMs: 120_000 }),
  /** Asks a store whether it has really uninstalled the app. Postgres has the delivery that waits for the answer. */
  'platform-a.confirm-uninstall': job(DeliveryRef, { attempts: 1, backoffMs: 0, concurrency: 4, timeoutMs: 120_000 }),
  /** Reads an order that was edited. Postgres has the delivery that waits for it. */
  'platform-a.read-edited-order': job(EditedOrderRef, {
    attempts: 1,
    backoffMs: 0,
    concurrency: 4,
    timeoutMs: 120_000,
  }),
  /** Reads orders with refunds whose amounts no delivery reported. Postgres has these orders and their due times. */
  'platform-a.read-orders': job(RetailerRef, { attempts: 1, backoffMs: 0, concurrency: 2, timeoutMs: 300_000 }),
  /** Carries out a request about personal data. Postgres has the retries. */
  'privacy.work': job(PrivacyRequestRef, { attempts: 1, backoffMs: 0, concurrency: 1, timeoutMs: 3_600_000 }),
  /** Fetches the product images of a request, after which its render is known. Postgres has the retries. */
  'images.prepare': job(ImageRequestRef, { attempts: 1, backoffMs: 0, concurrency: 16, timeoutMs: 600_000 }),
  /** Renders and stores an image, and mostly waits for the provider. Postgres has the retries. */
  'images.render': job(ImageRenderRef, { attempts: 1, backoffMs: 0, concurrency: 5, timeoutMs: 900_000 }),
  /** Chooses and draws the images of recipients, some at a time. Postgres has the progress. */
  'images.personal': job(RetailerRef, { attempts: 1, backoffMs: 0, concurrency: 3, timeoutMs: 600_000 }),
  /** Reads the rows of a store's newsletter list that deliveries named. Postgres has these rows. */
  'platform-b.read-subscribers': job(RetailerRef, {
    attempts: 4,
    backoffMs: 2_000,
    concurrency: 4,
    timeoutMs: 300_000,
  }),
  /** Reads due orders of a store, one run per store in a process. It mostly waits for answers. */
  'platform-b.read-orders': job(RetailerRef, { attempts: 1, backoffMs: 0, concurrency: 64, timeoutMs: 300_000 }),
};

export const JOB_NAMES = Object.keys(JOBS) as (keyof typeof JOBS)[];

declare module '#libs/queue' {
  interface JobTypes {
    readonly catalogue: typeof JOBS;
  }
}
