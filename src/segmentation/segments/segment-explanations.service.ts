import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { conflict, isUuid, notFound } from '#libs/kernel';
import { CommerceQueries } from '../../commerce/queries/commerce.queries.js';
import { nextChange } from '../criteria/next-change.js';
import type { Explanation } from '../criteria/compile.js';
import { compiledOf } from '../evaluation/live-definitions.service.js';
import { FactRepository } from '../evaluation/fact.repository.js';
import { MemberListRepository } from '../membership/member-list.repository.js';
import { EvaluationContextsService } from './evaluation-contexts.service.js';
import { SegmentRepository } from '../definitions/segment.repository.js';

/** A customer by one of the names that people know. */
export type CustomerName =
  { readonly customerId: string } | { readonly externalId: string } | { readonly email: string };

export interface MembershipExplanation {
  readonly customerId: string;
  /** Whether the customer is in the segment. */
  readonly member: boolean;
  /** Since when; null where they are not. */
  readonly memberSince: Date | null;
  /** The instant at which the tree was worked out. */
  readonly asOf: Date;
  readonly tree: Explanation;
  /** When time alone takes the customer in or out; null where it never does. */
  readonly nextChangeAt: Date | null;
}

/** Why a customer is in a segment or not. */
@Injectable()
export class SegmentExplanationsService {
  constructor(
    private readonly database: Database,
    private readonly segments: SegmentRepository,
    private readonly facts: FactRepository,
    private readonly members: MemberListRepository,
    private readonly questions: EvaluationContextsService,
    private readonly commerce: CommerceQueries,
  ) {}

  /** 404 unknown segment or customer, 409 where several customers have the address. */
  async explain(segmentId: string, name: CustomerName): Promise<MembershipExplanation> {
    const segment = await this.segments.get(segmentId);
    const { retailerId } = segment;
    const customerId = await this.idOf(retailerId, name);
    const criteria = compiledOf(segmentId, segment.criteria);
    const facts = isUuid(customerId)
      ? (await this.facts.facts(this.database.of(retailerId), retailerId, [customerId], criteria.productIds)).get(
          customerId.toLowerCase(),
        )
      : undefined;
    if (!facts) throw notFound('customer');
    const orders = await this.facts.countedOrders(this.database.of(retailerId), retailerId, customerId);
    const { at, rfm } = await this.questions.of(this.database.of(retailerId), segment, criteria);
    const memberSince = await this.members.memberSince(retailerId, segmentId, customerId);
    const next = nextChange(criteria, facts, { now: at, rfm });
    return {
      customerId,
      member: memberSince !== null,
      memberSince,
      asOf: new Date(at),
      tree: criteria.explain(facts, { now: at, rfm }, orders),
      nextChangeAt: next === undefined ? null : new Date(Math.ceil(next)),
    };
  }

  private async idOf(retailerId: string, name: CustomerName): Promise<string> {
    if ('customerId' in name) return name.customerId;
    const [found, another] = (await this.commerce.customers(retailerId, name, 2)).items;
    if (!found) throw notFound('customer');
    if (another) throw conflict('several_customers', 'Several customers have this address; name one by customerId.');
    return found.id;
  }
}
