import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { conflict, isUuid, notFound } from '#libs/kernel';
import { CommerceQueries } from '../../commerce/queries/commerce.queries.js';
import { nextChange } from '../criteria/next-change.js';
import { compiledOf } from '../evaluation/live-definitions.service.js';
import { FactRepository } from '../evaluation/fact.repository.js';
import { MemberListRepository } from '../membership/member-list.repository.js';
import { EvaluationContextsService } from './evaluation-contexts.service.js';
import type { CustomerName, ExplanationAnswer } from './segment-insight.dto.js';
import { SegmentRepository } from '../definitions/segment.repository.js';

/** Why a customer is in a segment or not. */
@Injectable()
export class SegmentExplanationsService {
  constructor(
    private readonly database: Database,
    private readonly segments: SegmentRepository,
    private readonly facts: FactRepository,
    private readonly members: MemberListRepository,
    private readonly contexts: EvaluationContextsService,
    private readonly commerce: CommerceQueries,
  ) {}

  /** Throws 404 for an unknown segment or customer, 409 where several customers have the address. */
  async explain(segmentId: string, name: CustomerName): Promise<ExplanationAnswer> {
    const segment = await this.segments.get(segmentId);
    const { retailerId } = segment;
    const customerId = await this.idOf(retailerId, name);
    const criteria = compiledOf(segmentId, segment.criteria);
    const sql = this.database.of(retailerId);
    const found = isUuid(customerId)
      ? await this.facts.facts(sql, retailerId, [customerId], criteria.productIds)
      : undefined;
    const facts = found?.get(customerId.toLowerCase());
    if (!facts) throw notFound('customer');
    const orders = await this.facts.countedOrders(sql, retailerId, customerId);
    const { at, rfm } = await this.contexts.of(sql, segment, criteria);
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
    if (another) throw conflict('several_customers', 'Several customers have this address. Name one by customerId.');
    return found.id;
  }
}
