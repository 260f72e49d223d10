import { Injectable, type OnModuleInit } from '@nestjs/common';
import { lockExclusive, type Sql, type Tx } from '#libs/database';
import type { Person } from '../privacy/registry/person.js';
import { type ErasureStep, PersonalData, type PersonalDataSource } from '../privacy/registry/personal-data.js';
import { MembershipDataRepository } from './membership-data.repository.js';

/** The segments that a customer was in. */
@Injectable()
export class SegmentationPersonalData implements PersonalDataSource, OnModuleInit {
  readonly name = 'segmentation';
  readonly layer = 'feature';
  readonly tables = ['segment_transitions', 'segment_memberships', 'segments'];

  constructor(
    private readonly personalData: PersonalData,
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

  /** Behind every evaluation that is under way: one that read the customer before they were erased would write after. */
  async eraseCustomer(tx: Tx, person: Person): Promise<ErasureStep> {
    await lockExclusive(tx, 'segmentation', person.retailerId);
    const transitions = await this.repository.deleteTransitions(tx, person);
    const memberships = await this.repository.deleteMemberships(tx, person);
    return { removed: { segment_transitions: transitions, segment_memberships: memberships } };
  }
}
