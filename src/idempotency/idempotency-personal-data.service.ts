import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { type Person, tracesOf } from '../personal-data/person.js';
import {
  type Counts,
  type ErasureStep,
  PersonalDataService,
  type PersonalDataSource,
} from '../personal-data/personal-data.service.js';
import { IdempotencyRepository } from './idempotency.repository.js';

/** Stored answers may contain customers' data. Answers to admins belong to no retailer. */
@Injectable()
export class IdempotencyPersonalDataService implements PersonalDataSource, OnModuleInit {
  readonly name = 'idempotency';
  readonly layer = 'feature';
  readonly tables = ['idempotency_keys'];
  readonly operators = ['idempotency_keys.caller'];

  constructor(
    private readonly personalData: PersonalDataService,
    private readonly repository: IdempotencyRepository,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    this.personalData.register(this);
  }

  async eraseCustomer(tx: Tx, person: Person): Promise<ErasureStep> {
    const removed = await this.repository.deleteMentioning(tx, person.retailerId, mentionsOf(person));
    return { removed: { idempotency_keys: removed } };
  }

  async rescanCustomer(person: Person): Promise<Counts> {
    const left = await this.repository.mentioning(
      this.database.of(person.retailerId),
      person.retailerId,
      mentionsOf(person),
    );
    return { idempotency_keys: left.length };
  }

  async retire(tx: Tx, retailerId: string): Promise<Counts> {
    return { idempotency_keys: await this.repository.deleteMentioning(tx, retailerId, [retailerId]) };
  }
}

const mentionsOf = (person: Person): string[] => [...tracesOf(person), ...person.customerIds];
