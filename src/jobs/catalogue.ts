import { job } from '#libs/queue';
import {
  BackfillRef,
  CustomerRef,
  DeliveryRef,
  ExecutionRef,
  ImageRenderRef,
  ImageRequestRef,
  IntakeBatch,
  PrivacyRequestRef,
  RetailerRef,
  SegmentRef,
} from './payloads.js';

/** Every job of the service: its name, what it carries (ids only) and its policy. One Bull queue for each. */
export const JOBS = {
  /** Deliveries of one group commit are mapped and written. Two at once: one parses while the other writes. */
  'intake.process': job(IntakeBatch, { attempts: 1, backoffMs: 0, concurrency: 2, timeoutMs: 60_000 }),
  /** Customers whose facts changed are evaluated again. */
  'segmentation.apply-changes': job(RetailerRef, { attempts: 1, backoffMs: 0, concurrency: 2, timeoutMs: 60_000 }),
  /** A new or changed segment is evaluated over all customers. */
  'segmentation.evaluate': job(SegmentRef, { attempts: 5, backoffMs: 1_000, concurrency: 1, timeoutMs: 600_000 }),
  /** A segment whose deletion was interrupted is deleted. */
  'segmentation.delete': job(SegmentRef, { attempts: 5, backoffMs: 1_000, concurrency: 1, timeoutMs: 600_000 }),
  /** Another rule of what counts: all orders of a retailer are counted anew. */
  'commerce.recount': job(RetailerRef, { attempts: 5, backoffMs: 1_000, concurrency: 1, timeoutMs: 600_000 }),
  /** The recipients of an execution are planned, some at a time; Postgres holds how far. */
  'sequences.plan': job(ExecutionRef, { attempts: 1, backoffMs: 0, concurrency: 2, timeoutMs: 600_000 }),
  /** Messages of a retailer that ended are taken, and the next steps of their recipients planned. */
  'sequences.advance': job(RetailerRef, { attempts: 1, backoffMs: 0, concurrency: 2, timeoutMs: 120_000 }),
  /** Mails of a retailer that are due are sent; a run ends by itself after a while and asks for the next. */
  'email.send': job(RetailerRef, { attempts: 1, backoffMs: 0, concurrency: 8, timeoutMs: 300_000 }),
  /** Who entered and left segments is handed on. */
  'segmentation.publish-events': job(RetailerRef, { attempts: 1, backoffMs: 0, concurrency: 1, timeoutMs: 60_000 }),
  /** The customers of a retailer's brands are parted into fifths by recency, frequency and money. */
  'segmentation.rfm': job(RetailerRef, { attempts: 1, backoffMs: 0, concurrency: 1, timeoutMs: 300_000 }),
  /** After an install: webhooks, store record, then the backfill. Waits for the store mostly, as all of `stores` do. */
  'stores.set-up': job(RetailerRef, { attempts: 8, backoffMs: 2_000, concurrency: 12, timeoutMs: 180_000 }),
  /** One collection of a store is read to its end, page by page. More at once than there are stores that let us wait. */
  'stores.backfill': job(BackfillRef, { attempts: 8, backoffMs: 5_000, concurrency: 20, timeoutMs: 3_600_000 }),
  /** An installed store is watched: webhooks, and what no delivery told. Postgres holds what is due. */
  'stores.watch': job(RetailerRef, { attempts: 1, backoffMs: 0, concurrency: 12, timeoutMs: 900_000 }),
  /** A customer who signed on before we had heard of them is read from the store. Postgres holds who is to be read. */
  'stores.read-customer': job(CustomerRef, { attempts: 3, backoffMs: 2_000, concurrency: 16, timeoutMs: 120_000 }),
  /** A store that is said to have uninstalled the app is asked. Postgres holds what waits for the answer. */
  'platform-a.confirm-uninstall': job(DeliveryRef, { attempts: 1, backoffMs: 0, concurrency: 4, timeoutMs: 120_000 }),
  /** Orders with refunds whose amount no delivery told are read. Postgres holds which, and when again. */
  'platform-a.read-orders': job(RetailerRef, { attempts: 1, backoffMs: 0, concurrency: 2, timeoutMs: 300_000 }),
  /** A request about personal data is carried out; Postgres keeps the retry state. */
  'privacy.work': job(PrivacyRequestRef, { attempts: 1, backoffMs: 0, concurrency: 1, timeoutMs: 3_600_000 }),
  /** The pictures of a request's products are fetched; then it is known what it amounts to. Postgres keeps the retries. */
  'images.prepare': job(ImageRequestRef, { attempts: 1, backoffMs: 0, concurrency: 16, timeoutMs: 600_000 }),
  /** A picture is made and stored. Most of the time is spent waiting for the provider. Postgres keeps the retries. */
  'images.render': job(ImageRenderRef, { attempts: 1, backoffMs: 0, concurrency: 5, timeoutMs: 900_000 }),
  /** The store's orders that are due are read again. Waits for answers mostly; one run a store in a process. */
  'platform-b.read-orders': job(RetailerRef, { attempts: 1, backoffMs: 0, concurrency: 64, timeoutMs: 300_000 }),
};

export const JOB_NAMES = Object.keys(JOBS) as (keyof typeof JOBS)[];

declare module '#libs/queue' {
  interface JobTypes {
    readonly catalogue: typeof JOBS;
  }
}
