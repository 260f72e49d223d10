import { Injectable, type OnModuleInit } from '@nestjs/common';
import { lockExclusive, type Sql, type Tx } from '#libs/database';
import { LOCKS } from '../database/locks.js';
import type { Person } from '../personal-data/person.js';
import {
  type ErasureStep,
  PersonalDataService,
  type PersonalDataSource,
} from '../personal-data/personal-data.service.js';
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

  constructor(
    private readonly personalData: PersonalDataService,
    private readonly repository: MembershipDataRepository,
  ) {}

  onModuleInit(): void {
    this.personalData.register(this);
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
