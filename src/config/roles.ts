import type { JobName } from '#libs/queue';
import { BadValue } from './types.js';

/** The parts of the work that a worker process may be limited to. */
export const WORKER_ROLES = ['intake', 'segmentation', 'sequences', 'email', 'images', 'stores', 'privacy'] as const;
export type WorkerRole = (typeof WORKER_ROLES)[number];

/** The role whose processes run a job. The compiler refuses a job without a role. */
export const JOB_HOMES: Readonly<Record<JobName, WorkerRole>> = {
  'intake.process': 'intake',
  'commerce.recount': 'intake',
  // A delivery of platform B only names an order or a subscriber; these jobs read them.
  'platform-b.read-orders': 'intake',
  'platform-b.read-subscribers': 'intake',
  'segmentation.apply-changes': 'segmentation',
  'segmentation.evaluate': 'segmentation',
  'segmentation.delete': 'segmentation',
  'segmentation.publish-events': 'segmentation',
  'segmentation.rfm': 'segmentation',
  'sequences.plan': 'sequences',
  'sequences.advance': 'sequences',
  'offers.redeem': 'sequences',
  'lift.fold': 'sequences',
  'email.send': 'email',
  'email.import-suppressions': 'email',
  'email.review-reputation': 'email',
  'email.ask-consent': 'email',
  'email.write-consents': 'stores',
  'images.prepare': 'images',
  'images.render': 'images',
  'images.personal': 'images',
  // Logos are drawn.
  'stores.import-kit': 'images',
  'imports.run': 'stores',
  'events.deliver': 'stores',
  'stores.set-up': 'stores',
  'stores.backfill': 'stores',
  'stores.watch': 'stores',
  'offers.work': 'stores',
  'stores.read-customer': 'stores',
  'platform-a.read-orders': 'stores',
  'platform-a.read-edited-order': 'stores',
  'platform-a.confirm-uninstall': 'stores',
  'privacy.work': 'privacy',
};

/**
 * The one role whose processes run a sweep or a timer, or all workers. The start refuses a name that is missing here.
 */
const PERIODIC_HOMES = {
  leases: 'every worker',
  inbox: 'intake',
  'inbox.retention': 'intake',
  months: 'intake',
  'inbox.subjects': 'intake',
  'commerce.recounts': 'intake',
  'platform-b.order-reads': 'intake',
  'platform-b.subscriber-reads': 'intake',
  segmentation: 'segmentation',
  'segmentation.clock': 'segmentation',
  sequences: 'sequences',
  'sequences.dry-runs': 'sequences',
  executions: 'sequences',
  'offers.redemptions': 'sequences',
  'lift.folding': 'sequences',
  email: 'email',
  links: 'email',
  'email.suppression-imports': 'email',
  'email.reputation': 'email',
  'email.confirmations': 'email',
  'email.consent-writes': 'stores',
  images: 'images',
  'images.personal': 'images',
  imports: 'stores',
  events: 'stores',
  'events.retention': 'stores',
  'stores.set-ups': 'stores',
  'stores.backfills': 'stores',
  'stores.customer-reads': 'stores',
  'stores.watches': 'stores',
  'offers.works': 'stores',
  'platform-a.used-proofs': 'stores',
  'platform-a.refund-reads': 'stores',
  'privacy.requests': 'privacy',
  'privacy.exports': 'privacy',
  idempotency: 'privacy',
  'admin-actions': 'privacy',
} as const satisfies Record<string, WorkerRole | 'every worker'>;

export const PERIODIC_NAMES = Object.keys(PERIODIC_HOMES) as (keyof typeof PERIODIC_HOMES)[];

/** What one process does: it answers requests, runs the jobs of some roles, or both. */
export class Roles {
  constructor(
    readonly answers: boolean,
    readonly work: ReadonlySet<WorkerRole>,
  ) {}

  takes(job: JobName): boolean {
    return this.work.has(JOB_HOMES[job]);
  }

  /** Whether this process runs the periodic work of that name. Throws where the name has no role. */
  runs(periodic: string): boolean {
    const home = Object.entries(PERIODIC_HOMES).find(([name]) => name === periodic)?.[1];
    if (!home) {
      throw new Error(`"${periodic}" runs periodically and belongs to no role: add it to src/config/roles.ts.`);
    }
    return home === 'every worker' ? this.work.size > 0 : this.work.has(home);
  }

  /** The roles whose work other processes have to do. */
  get elsewhere(): WorkerRole[] {
    return WORKER_ROLES.filter((role) => !this.work.has(role));
  }

  /** As a value of `ROLE`. */
  toString(): string {
    const all = this.work.size === WORKER_ROLES.length;
    if (all && this.answers) return 'all';
    const worker = all ? 'worker' : `worker:${[...this.work].join(',')}`;
    return [...(this.answers ? ['api'] : []), ...(this.work.size > 0 ? [worker] : [])].join(',');
  }
}

const isWorkerRole = (name: string): name is WorkerRole => WORKER_ROLES.some((role) => role === name);

/**
 * Reads `ROLE`: a comma list of `all`, `api`, `worker` and `worker:NAME`. After `worker:NAME`, further names of worker
 * roles need no prefix until the next of the other words: `api,worker:intake,email`.
 */
export function readRoles(text: string): Roles {
  let answers = false;
  let named = false;
  const work = new Set<WorkerRole>();
  for (const word of text.split(',').map((part) => part.trim())) {
    const name = word.startsWith('worker:') ? word.slice('worker:'.length).trim() : named ? word : '';
    if (isWorkerRole(name)) {
      work.add(name);
      named = true;
      continue;
    }
    if (word !== 'all' && word !== 'api' && word !== 'worker') throw unknownRole(word);
    named = false;
    if (word !== 'worker') answers = true;
    if (word !== 'api') for (const role of WORKER_ROLES) work.add(role);
  }
  return new Roles(answers, work);
}

function unknownRole(word: string): BadValue {
  const hint = isWorkerRole(word) ? `"${word}" must follow worker:, as in worker:${word}` : `has no role "${word}"`;
  return new BadValue(
    `${hint}; it is a comma list of all, api, worker, or worker: and some of ${WORKER_ROLES.join(', ')}`,
  );
}
