import { Injectable, type OnModuleInit } from '@nestjs/common';
import { lockExclusive, type Sql, type Tx } from '#libs/database';
import { LOCKS } from '../database/locks.js';
import type { Person } from '../personal-data/person.js';
import {
  type ErasureStep,
  type MergedCustomer,
  PersonalDataService,
  type PersonalDataSource,
} from '../personal-data/personal-data.service.js';
import { MembershipRepository } from './membership/membership.repository.js';
import { MembershipDataRepository } from './membership/membership-data.repository.js';

/** The memberships of a customer, for exports, erasures and purges. */
@Injectable()
export class SegmentationPersonalDataService implements PersonalDataSource, OnModuleInit {
  readonly name = 'segmentation';
  readonly layer = 'feature';
  readonly tables = [
    'segment_next_changes',
    'segment_events',
    'segment_transitions',
    'segment_memberships',
    'rfm_runs',
    'segments',
  ];
  readonly locksStore = true;

  /** What was, was so of the merged customer. Open memberships are carried over by `mergeCustomer`. */
  readonly stayAtMerge = { segment_memberships: 'true', segment_transitions: 'true', segment_next_changes: 'true' };

  constructor(
    private readonly personalData: PersonalDataService,
    private readonly repository: MembershipDataRepository,
    private readonly memberships: MembershipRepository,
  ) {}

  onModuleInit(): void {
    this.personalData.register(this);
  }

  /** The remaining customer is in the segments of the merged one, without an event: so no email starts again. */
  async mergeCustomer(tx: Tx, { retailerId, from, to }: MergedCustomer): Promise<void> {
    const at = await this.memberships.clock(tx);
    await this.repository.carryOver(tx, { retailerId, from, to }, new Date(at));
  }

  async exportCustomer(sql: Sql, person: Person): Promise<Record<string, unknown>> {
    return {
      segmentMemberships: await this.repository.memberships(sql, person),
      segmentTransitions: await this.repository.transitions(sql, person),
    };
  }

  /**
   * The lock waits for running evaluations: one that has read the customer already would write memberships afterwards.
   */
  async eraseCustomer(tx: Tx, person: Person): Promise<ErasureStep> {
    await lockExclusive(tx, LOCKS.segmentation, person.retailerId);
    return { removed: await this.repository.erase(tx, person) };
  }
}
