import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { waitUntil } from '#libs/durable-work';
import { conflict, isDatastoreDown, type Page, problemText } from '#libs/kernel';
import { JobProducer } from '#libs/queue';
import { DeliveryAdminRepository, type DeliveryFilter } from './delivery-admin.repository.js';
import { DeliveryProcessorsService } from './delivery-processors.service.js';
import type { DeliveryAnswer } from './inbox.dto.js';
import type { Outcome } from './inbox.repository.js';

const READ_EVERY_MS = 100;

/** The outcome that a delivery would have now, and what the observer saw. */
export interface Trial<T> {
  readonly outcome: Outcome;
  /** Undefined where the delivery made the transaction fail. */
  readonly observed: T | undefined;
}

/** Runs `work` inside the transaction and returns its outcome with the changes that it made. */
export type Observer<T> = (
  tx: Tx,
  delivery: DeliveryAnswer,
  work: () => Promise<Outcome>,
) => Promise<{ result: Outcome; changes: T }>;

/** Deliveries for admins: lists, outcomes and replays. */
@Injectable()
export class DeliveryAdminService {
  constructor(
    private readonly database: Database,
    private readonly repository: DeliveryAdminRepository,
    private readonly processors: DeliveryProcessorsService,
    private readonly jobs: JobProducer,
  ) {}

  /** Newest first. New deliveries do not shift the pages. */
  list(filter: DeliveryFilter, limit: number, cursor?: string): Promise<Page<DeliveryAnswer>> {
    return this.repository.list(filter, limit, cursor);
  }

  /** How many deliveries of the retailer have failed. */
  failedOf(retailerId: string): Promise<number> {
    return this.repository.failedOf(retailerId);
  }

  /** The delivery, or 404. */
  get(id: string): Promise<DeliveryAnswer> {
    return this.repository.get(id);
  }

  /**
   * Makes a delivery due again, whatever its outcome was. 409 where it is pending already or its body was emptied.
   * Waits up to `waitSeconds` for the outcome and returns the delivery as it is then.
   */
  async replay(id: string, waitSeconds: number): Promise<DeliveryAnswer> {
    const before = await this.replayable(id);
    if (!(await this.repository.reopen(before))) {
      await this.replayable(id);
      throw conflict('delivery_pending', 'The delivery already waits to be processed.');
    }
    this.jobs.enqueue('intake.process', { retailerIds: [before.retailerId], deliveryIds: [before.id] });
    const patience = { seconds: waitSeconds, everyMs: READ_EVERY_MS };
    return waitUntil(
      () => this.repository.get(id),
      ({ status }) => status !== 'pending',
      patience,
    );
  }

  /** The effect that a replay would have. It is applied in a transaction that is always rolled back. */
  async tryOut<T>(id: string, observe: Observer<T>): Promise<Trial<T>> {
    const view = await this.replayable(id);
    const delivery = await this.repository.read(view);
    try {
      // Across retailers like the intake, because the check for the same bytes under another store needs that.
      await this.database.transactionAcrossRetailers(async (tx) => {
        const work = async (): Promise<Outcome> => (await this.processors.process(tx, [delivery]))[0] ?? NO_OUTCOME;
        const { result, changes } = await observe(tx, view, work);
        throw new RolledBack<T>({ outcome: result, observed: changes });
      });
    } catch (error) {
      if (error instanceof RolledBack) return error.trial as Trial<T>;
      if (isDatastoreDown(error)) throw error;
      return { outcome: { status: 'failed', problem: problemText(error) }, observed: undefined };
    }
    throw new Error('a trial was committed');
  }

  private async replayable(id: string): Promise<DeliveryAnswer> {
    const view = await this.repository.get(id);
    if (view.emptiedAt) {
      throw conflict(
        'delivery_emptied',
        'The body was emptied, for its age or for privacy, so the delivery can not be replayed.',
      );
    }
    return view;
  }
}

const NO_OUTCOME: Outcome = { status: 'failed', problem: 'the processor returned no outcome' };

/** Carries the result out of the transaction. An error is the only way to roll it back. */
class RolledBack<T> extends Error {
  constructor(readonly trial: Trial<T>) {
    super('rolled back on purpose');
  }
}
