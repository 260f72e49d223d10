import { Injectable } from '@nestjs/common';
import type { Sql } from '#libs/database';
import { groupBy } from '#libs/kernel';
import { OrderArrivalsQueries } from '../../commerce/queries/order-arrivals.queries.js';
import { ClicksQueries } from '../../links/clicks/clicks.queries.js';
import { OffersService } from '../../offers/offers.service.js';
import { AudienceQueries } from '../../segmentation/membership/audience.queries.js';
import type { SendingRules } from '../ledger/dispatch.entity.js';
import { LedgerQueries } from '../ledger/ledger.queries.js';
import { type MessageSource, messageRowId } from '../ledger/message-id.js';
import { oppositesOf, segmentsIn, type SendCondition, type SendConditions } from '../ledger/send-condition.js';

/** A recipient with the message that is to be sent. A dry run has no message. */
export interface Conditioned {
  readonly customerId: string | null;
  readonly message?: MessageSource & { readonly stepId: string };
  readonly enteredAt?: Date | null;
}

/** Customers who do not get a step, though they may get emails. */
export interface Conditions {
  /** Their order has arrived since they entered the sequence. */
  readonly ordered: ReadonlySet<string>;
  /** The condition of the step does not hold for them. */
  readonly failing: ReadonlySet<string>;
}

/** A message of a step with a condition. */
interface Asked {
  readonly customerId: string;
  readonly source: MessageSource;
  readonly condition: SendCondition;
  /** The steps that ask the same and expect the opposite. */
  readonly opposites: readonly string[];
}

const NONE: Conditions = { ordered: new Set(), failing: new Set() };

/**
 * Evaluates what a sequence makes of a recipient's orders, clicks and segments, in the transaction that decides about
 * the message: so the answer and its effect are committed together. An answer may change later, as a click may turn out
 * to be a robot's. Nobody gets both sides of a condition all the same.
 */
@Injectable()
export class ConditionsService {
  constructor(
    private readonly arrivals: OrderArrivalsQueries,
    private readonly audiences: AudienceQueries,
    private readonly ledger: LedgerQueries,
    private readonly clicks: ClicksQueries,
    private readonly offers: OffersService,
  ) {}

  /** The candidates belong to one execution. Each customer has at most one of its messages under way. */
  async evaluate(
    sql: Sql,
    retailerId: string,
    { mode, brandId, conditions }: SendingRules,
    candidates: readonly Conditioned[],
  ): Promise<Conditions> {
    if (mode === 'test') return NONE;
    const entered = candidates.flatMap(({ customerId, enteredAt }) =>
      customerId && enteredAt ? [{ customerId, since: enteredAt }] : [],
    );
    const segmentIds = await this.segmentIds(sql, retailerId, brandId, conditions ?? {});
    const asked = candidates.flatMap(({ customerId, message }): Asked[] => {
      const condition = conditions?.[message?.stepId ?? ''];
      if (!conditions || !customerId || !message || !condition) return [];
      return [{ customerId, source: message, condition, opposites: oppositesOf(conditions, condition, segmentIds) }];
    });
    return {
      ordered: await this.arrivals.arrived(sql, retailerId, entered),
      failing: await this.failing(sql, retailerId, brandId, asked),
    };
  }

  /** The segments by the names in the conditions. Empty where all conditions use one name. */
  private async segmentIds(
    sql: Sql,
    retailerId: string,
    brandId: string,
    conditions: SendConditions,
  ): Promise<ReadonlyMap<string, string>> {
    const names = segmentsIn(conditions);
    const ids = new Map<string, string>();
    if (names.size < 2) return ids;
    for (const name of names) {
      const id = await this.audiences.idOf(sql, retailerId, brandId, name);
      if (id !== undefined) ids.set(name, id);
    }
    return ids;
  }

  private async failing(
    sql: Sql,
    retailerId: string,
    brandId: string,
    asked: readonly Asked[],
  ): Promise<ReadonlySet<string>> {
    const failing = new Set<string>();
    for (const group of groupBy(asked, ({ condition }) => condition).values()) {
      const [first] = group;
      if (!first) continue;
      const holding = await this.holding(sql, retailerId, brandId, first, group);
      const hadOpposite = await this.hadOpposite(sql, retailerId, first, group);
      for (const { customerId } of group) {
        const holds = holding.has(customerId) === first.condition.expected;
        if (!holds || hadOpposite.has(customerId)) failing.add(customerId);
      }
    }
    return failing;
  }

  private async holding(
    sql: Sql,
    retailerId: string,
    brandId: string,
    { condition, source }: Asked,
    group: readonly Asked[],
  ): Promise<ReadonlySet<string>> {
    const customerIds = group.map(({ customerId }) => customerId);
    const { executionId } = source;
    if (condition.fact === 'inSegment') return this.members(sql, retailerId, brandId, condition.segment, customerIds);
    if (condition.fact === 'clicked') {
      return this.clicks.clicked(sql, retailerId, executionId, condition.stepId, customerIds);
    }
    if (condition.fact === 'redeemed') return this.offers.redeemedAmong(sql, retailerId, executionId, customerIds);
    return this.orderedSince(sql, retailerId, rowsOf(source, [condition.stepId], customerIds));
  }

  /** The customers who got a step of the other side. */
  private async hadOpposite(
    sql: Sql,
    retailerId: string,
    { source, opposites }: Asked,
    group: readonly Asked[],
  ): Promise<ReadonlySet<string>> {
    if (opposites.length === 0) return new Set();
    const customerIds = group.map(({ customerId }) => customerId);
    const rows = rowsOf(source, opposites, customerIds);
    const sent = await this.ledger.sentTimes(sql, retailerId, [...rows.keys()]);
    return new Set([...sent.keys()].flatMap((id) => rows.get(id) ?? []));
  }

  /** The segment is found by name, as at the start of a run. A segment that was deleted has no members. */
  async members(
    sql: Sql,
    retailerId: string,
    brandId: string,
    segment: string,
    customerIds: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const id = await this.audiences.idOf(sql, retailerId, brandId, segment);
    return id === undefined ? new Set() : this.audiences.membersAmong(sql, retailerId, id, customerIds);
  }

  private async orderedSince(
    sql: Sql,
    retailerId: string,
    messages: ReadonlyMap<string, string>,
  ): Promise<ReadonlySet<string>> {
    const times = await this.ledger.sentTimes(sql, retailerId, [...messages.keys()]);
    const questions = [...messages].flatMap(([id, customerId]) => {
      const since = times.get(id);
      return since ? [{ customerId, since }] : [];
    });
    return this.arrivals.counting(sql, retailerId, questions);
  }
}

/** The customers by the ids of the messages of these steps. */
const rowsOf = (
  source: MessageSource,
  stepIds: readonly string[],
  customerIds: readonly string[],
): Map<string, string> =>
  new Map(
    stepIds.flatMap((stepId) => customerIds.map((id): [string, string] => [messageRowId(source, stepId, id), id])),
  );
