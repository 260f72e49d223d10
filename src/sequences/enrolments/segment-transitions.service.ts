import { randomUUID } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { groupBy } from '#libs/kernel';
import { isImport, isSilent } from '../../commerce/model/causes.js';
import {
  type SegmentEventConsumer,
  SegmentEventConsumersService,
  type SegmentTransition,
} from '../../segmentation/events/segment-event-consumers.service.js';
import { AdmissionsService } from './admissions.service.js';
import { EntriesService } from './entries.service.js';
import { ExecutionRepository, type NewExecution } from '../runs/execution.repository.js';
import { NOBODY } from '../runs/entry.js';
import { firstDue, policyOf } from '../runs/run.js';
import { RunOffersService } from '../runs/run-offers.service.js';
import { SequenceRepository, type SequenceRow } from '../definitions/sequence.repository.js';

type Triggered = SequenceRow & { readonly triggeredSince: Date };

/**
 * Automatic runs. A customer who enters a segment gets the sequences that the segment triggers. A customer who leaves
 * the segment leaves the executions that have `exitOnLeave`.
 */
@Injectable()
export class SegmentTransitionsService implements SegmentEventConsumer, OnModuleInit {
  constructor(
    private readonly sequences: SequenceRepository,
    private readonly executions: ExecutionRepository,
    private readonly entries: EntriesService,
    private readonly admissions: AdmissionsService,
    private readonly events: SegmentEventConsumersService,
    private readonly offers: RunOffersService,
  ) {}

  onModuleInit(): void {
    this.events.register(this);
  }

  /**
   * Each exit from a segment ends the customer's enrolments in executions of that segment with `exitOnLeave`, except an
   * exit by an import: what another system knows of the past changes no run that is under way. An entry
   * counts only if it is the customer's last transition in the segment, and not by an import or by history. Customers
   * who enter while a sequence is paused do not get it: an email about an old entry would surprise them, and a live run
   * after the pause finds them in the segment.
   */
  async consume(tx: Tx, retailerId: string, transitions: readonly SegmentTransition[]): Promise<void> {
    for (const [segmentId, ofSegment] of groupBy(transitions, (transition) => transition.segmentId)) {
      await this.leave(tx, retailerId, segmentId, ofSegment);
    }
    const entries = lastOf(transitions).filter(({ kind, cause }) => kind === 'entered' && !isSilent(cause));
    const segmentIds = [...new Set(entries.map(({ segmentId }) => segmentId))];
    if (segmentIds.length === 0) return;
    for (const sequence of await this.sequences.triggeredBy(tx, retailerId, segmentIds)) {
      const entered = entries.filter(
        ({ segmentId, at }) => segmentId === sequence.segmentId && at >= sequence.triggeredSince,
      );
      await this.start(tx, sequence, new Map(entered.map(({ customerId, cause }) => [customerId, cause])));
    }
  }

  private async leave(
    tx: Tx,
    retailerId: string,
    segmentId: string,
    transitions: readonly SegmentTransition[],
  ): Promise<void> {
    const gone = [
      ...new Set(
        transitions
          .filter(({ kind, cause }) => kind === 'left' && !isImport(cause))
          .map(({ customerId }) => customerId),
      ),
    ];
    if (gone.length === 0) return;
    await this.entries.leave(tx, retailerId, segmentId, gone);
  }

  /**
   * Starts one execution for the customers who enter together, unless the re-entry policy leaves out all of them. A
   * later entry starts another execution. `causes` has the cause of each entry by customer.
   */
  private async start(tx: Tx, sequence: Triggered, causes: ReadonlyMap<string, string>): Promise<void> {
    const { retailerId, id: sequenceId, version, definition, segmentId } = sequence;
    if (causes.size === 0) return;
    const executionId = randomUUID();
    const execution = { retailerId, id: executionId, sequenceId, mode: 'live' } as const;
    const policy = policyOf({ repeat: false, definition });
    const [choice = NOBODY] = await this.entries.choose(tx, execution, [...causes.keys()], [policy]);
    const { entering } = choice;
    if (entering.length === 0) return;
    const started: NewExecution = {
      ...execution,
      sequenceVersion: version,
      trigger: 'segment_entered',
      repeat: false,
      segmentId,
      exitOnLeave: definition.exitOnLeave ?? true,
      exitOnOrder: definition.exitOnOrder ?? true,
      startsAt: null,
      stepIds: definition.steps.map(({ id }) => id),
      recipients: [],
      requestKey: null,
      planHash: null,
      audience: entering.length,
    };
    await this.executions.insert(tx, started);
    await this.offers.open(tx, started, definition);
    const run = await this.executions.forPlanning(tx, retailerId, executionId);
    if (!run) throw new Error(`execution ${executionId} is gone before it began`);
    await this.admissions.begin(tx, run);
    const { due, split } = await this.admissions.admit(tx, run, choice, causes);
    const last = entering.toSorted().at(-1) ?? executionId;
    await this.executions.advance(tx, run, last, entering.length, firstDue(run, due));
    if (split) await this.executions.addSplit(tx, run, split);
    await this.executions.markPlanned(tx, run);
    if (due.length === 0) this.admissions.endLater(tx, run);
  }
}

/** The last transition of each customer in each segment. */
const lastOf = (transitions: readonly SegmentTransition[]): SegmentTransition[] => [
  ...new Map(
    transitions.map((transition) => [`${transition.segmentId} ${transition.customerId}`, transition]),
  ).values(),
];
