import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { NO_RETAILER } from '#libs/kernel';
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
    return { removed: await this.deleteMentioning(tx, person.retailerId, mentionsOf(person)) };
  }

  async rescanCustomer(person: Person): Promise<Counts> {
    const counts = await Promise.all(
      [person.retailerId, NO_RETAILER].map((id) =>
        this.repository.mentioning(this.database.of(id), id, mentionsOf(person)),
      ),
    );
    return { idempotency_keys: counts.flat().length };
  }

  retire(tx: Tx, retailerId: string): Promise<Counts> {
    return this.deleteMentioning(tx, retailerId, [retailerId]);
  }

  /** A transaction of a retailer can't see the answers to admins, so those are deleted outside of it. */
  private async deleteMentioning(tx: Tx, retailerId: string, patterns: readonly string[]): Promise<Counts> {
    const own = await this.repository.deleteMentioning(tx, retailerId, patterns);
    const toAdmins = await this.repository.deleteMentioning(this.database.of(NO_RETAILER), NO_RETAILER, patterns);
    return { idempotency_keys: own + toAdmins };
  }
}

const mentionsOf = (person: Person): string[] => [...tracesOf(person), ...person.customerIds];
