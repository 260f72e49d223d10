import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Sql, Tx } from '#libs/database';
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
  ) {}

  onModuleInit(): void {
    this.personalData.register(this);
  }

  async eraseCustomer(tx: Tx, person: Person): Promise<ErasureStep> {
    return { removed: await this.deleteMentioning(tx, person.retailerId, mentionsOf(person)) };
  }

  async rescanCustomer(_sql: Sql, person: Person): Promise<Counts> {
    return { idempotency_keys: (await this.repository.mentioning(person.retailerId, mentionsOf(person))).length };
  }

  retire(tx: Tx, retailerId: string): Promise<Counts> {
    return this.deleteMentioning(tx, retailerId, [retailerId]);
  }

  private async deleteMentioning(tx: Tx, retailerId: string, patterns: readonly string[]): Promise<Counts> {
    return { idempotency_keys: await this.repository.deleteMentioning(tx, retailerId, patterns) };
  }
}

const mentionsOf = (person: Person): string[] => [...tracesOf(person), ...person.customerIds];
