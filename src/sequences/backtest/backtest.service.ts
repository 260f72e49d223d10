import { Injectable } from '@nestjs/common';
import { clockOf, Database } from '#libs/database';
import { type InputError, invalidInput } from '#libs/kernel';
import { EstimateAnswer } from '../../lift/lift.dto.js';
import { RetailersService } from '../../retailers/retailers.service.js';
import { AudienceQueries } from '../../segmentation/membership/audience.queries.js';
import { SequenceRepository, type SequenceRow } from '../definitions/sequence.repository.js';
import { PERCENT, percentOf, planFor, prospectOf, windowDaysOf } from '../runs/prospect.js';
import { offerCost } from './offer-cost.js';
import type { BacktestAnswer, BacktestBody, BacktestItem } from './backtest.dto.js';
import { PastPlayerService, type PlayedVisit } from './past-player.service.js';

const SHOWN = 200;
const LONGEST_MS = 366 * 86_400_000;
/** `weeksToProof` is for a sequence that brings back half as many customers again. */
const RELATIVE_LIFT = 0.5;

/** Answers what a sequence would have done in a span of the past. */
@Injectable()
export class BacktestService {
  constructor(
    private readonly database: Database,
    private readonly sequences: SequenceRepository,
    private readonly audiences: AudienceQueries,
    private readonly player: PastPlayerService,
    private readonly retailers: RetailersService,
  ) {}

  /** 404 unknown sequence; 422 for a span that is not in the past, or a sequence without a segment. */
  async backtest(sequenceId: string, { from, to, segment }: BacktestBody): Promise<BacktestAnswer> {
    const sequence = await this.sequences.get(sequenceId);
    const segmentId = await this.segmentOf(sequence, segment ?? sequence.definition.segment);
    const errors = [
      ...checkSpan(from, to, await clockOf(this.database.acrossRetailers)),
      ...(segmentId === undefined ? [noSegment] : []),
    ];
    if (errors.length > 0 || segmentId === undefined) throw invalidInput(errors);
    const windowDays = windowDaysOf(sequence.definition);
    const played = await this.player.play({ sequence, segmentId, from, to, windowDays });
    const terms = { percent: percentOf(sequence.definition) || PERCENT.untilProven, windowDays };
    const { currency } = await this.retailers.get(sequence.retailerId);
    const plan = planFor(prospectOf({ ...played, from, to, share: 1, proven: false }), terms, RELATIVE_LIFT);
    return {
      from,
      to,
      windowDays,
      entries: played.visits.length,
      items: played.visits.slice(0, SHOWN).map(itemOf),
      closed: played.closed,
      cameBack: played.cameBack,
      baseline: EstimateAnswer.of(played.baseline ?? undefined),
      cost: {
        emails: played.visits.reduce((sum, { emails }) => sum + emails, 0),
        offers: offerCost(sequence, played.visits, currency ?? 'USD'),
      },
      weeksToProof: plan?.weeks ?? null,
    };
  }

  private segmentOf({ retailerId, brandId }: SequenceRow, segment: string | undefined): Promise<string | undefined> {
    return segment === undefined
      ? Promise.resolve(undefined)
      : this.audiences.idOf(this.database.of(retailerId), retailerId, brandId, segment);
  }
}

function checkSpan(from: Date, to: Date, now: Date): InputError[] {
  if (to > now) return [{ pointer: '/to', detail: 'must not be in the future' }];
  if (from >= to) return [{ pointer: '/to', detail: 'must be after `from`' }];
  const tooLong = to.getTime() - from.getTime() > LONGEST_MS;
  return tooLong ? [{ pointer: '/from', detail: 'must be at most 366 days before `to`' }] : [];
}

const noSegment: InputError = {
  pointer: '/segment',
  detail: 'is no segment of the brand, or the sequence has none of its own',
};

const itemOf = ({ customerId, enteredAt, emails, cameBack }: PlayedVisit): BacktestItem => ({
  customerId,
  enteredAt: new Date(enteredAt),
  emails,
  cameBack,
});
