import { Inject, Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { groupBy } from '#libs/kernel';
import { JobProducer } from '#libs/queue';
import { TRACER, type Tracer } from '#libs/tracing';
import { EmailService } from '../../email/email.service.js';
import type { NewMessage, SkipReason } from '../../email/ledger/message.entity.js';
import { type Choice, type Split, splitOf } from '../runs/entry.js';
import { offersIn } from '../definitions/offer-places.js';
import { rulesOf, type Run, stepsOf, trackingOf } from '../runs/run.js';
import { EnrolmentRepository } from './enrolment.repository.js';
import { FirstEmailsService } from './first-emails.service.js';
import { HoldoutsService } from './holdouts.service.js';

/** Customers who were admitted to an execution. */
export interface Admitted {
  /** When the first messages are due. */
  readonly due: readonly Date[];
  /** The groups, where an experiment decides about entries. */
  readonly split?: Split;
}

/** Enrols the chosen customers of `EntriesService`, and records those who get nothing. */
@Injectable()
export class AdmissionsService {
  constructor(
    private readonly enrolments: EnrolmentRepository,
    private readonly email: EmailService,
    private readonly firstEmails: FirstEmailsService,
    private readonly holdouts: HoldoutsService,
    private readonly jobs: JobProducer,
    @Inject(TRACER) private readonly tracer: Tracer | undefined,
  ) {}

  /** Opens the dispatch of an execution. Call it before the first customer is admitted. */
  begin(tx: Tx, run: Run): Promise<void> {
    const { retailerId, id: executionId, sequenceId: stream } = run;
    return this.email.open(tx, { retailerId, executionId, ...rulesOf(run), tracking: trackingOf(run), stream });
  }

  /**
   * Whether an experiment decides about entries into the run. The whole audience is then admitted in one transaction:
   * everybody is assigned before the first email is queued.
   */
  async assigns(tx: Tx, run: Run): Promise<boolean> {
    return run.mode === 'live' && (await this.holdouts.governing(tx, run, true)) !== undefined;
  }

  /**
   * Enrols the entering customers of a live execution and queues the messages of the first step. Where an experiment
   * decides about them, those that it holds back are recorded and get nothing. Returns the times at which the messages
   * are due. `causes` has the causes of the entries by customer, where each customer has one.
   */
  async admit(tx: Tx, run: Run, choice: Choice, causes?: ReadonlyMap<string, string>): Promise<Admitted> {
    const governing = await this.holdouts.governing(tx, run, true);
    if (!governing) return { due: await this.enrol(tx, run, choice.entering, causes) };
    const refusals = await this.holdouts.assign(tx, run, governing, choice);
    for (const [reason, refused] of groupBy([...refusals], ([, each]) => each)) {
      const customerIds = refused.map(([customerId]) => customerId);
      await this.leaveOut(tx, run, customerIds, reason);
    }
    const treated = choice.entering.filter((id) => !refusals.has(id));
    return { due: await this.enrol(tx, run, treated, causes), split: splitOf(choice.entering, refusals) };
  }

  /** Records customers who get nothing, for the reason: the execution counts them. */
  async leaveOut(tx: Tx, run: Run, customerIds: readonly string[], reason: SkipReason): Promise<void> {
    if (customerIds.length === 0) return;
    await this.enrolments.leaveOut(tx, run, customerIds, reason);
    await this.firstEmails.leaveOut(tx, run, customerIds, reason);
  }

  private async enrol(
    tx: Tx,
    run: Run,
    customerIds: readonly string[],
    causes: ReadonlyMap<string, string> | undefined,
  ): Promise<Date[]> {
    const fresh = await this.enrolments.enrol(tx, run, customerIds, this.traced(causes));
    return this.firstEmails.enqueue(tx, run, fresh);
  }

  /** The causes whose traces are recorded. */
  private traced(causes: ReadonlyMap<string, string> | undefined): ReadonlyMap<string, string> | undefined {
    const { tracer } = this;
    return causes && tracer && new Map([...causes].filter(([, cause]) => tracer.rootOf(cause)));
  }

  /** Queues a test: the emails of all steps and variants at once, without delays and conditions. */
  async test(tx: Tx, run: Run): Promise<void> {
    const sendAt = run.createdAt;
    const messages: NewMessage[] = stepsOf(run).flatMap(({ id: stepId, emails }) =>
      emails.flatMap(({ templateId, variant, offers: { possible } }) => {
        const offerPlace = offersIn(run.definition).find(({ place }) => possible.includes(place))?.place;
        const about = { stepId, templateId, variant, offerPlace, customerId: null, sendAt };
        return run.recipients.map((address) => ({ ...about, address }));
      }),
    );
    await this.email.enqueue(tx, run.retailerId, run.id, messages);
  }

  /**
   * Lets the planned execution end after the commit. Call it where nobody gets an email: no outcome of a message will
   * end it.
   */
  endLater(tx: Tx, { retailerId, id: executionId }: Run): void {
    tx.afterCommit(() => this.jobs.enqueue('sequences.plan', { retailerId, executionId }));
  }
}
