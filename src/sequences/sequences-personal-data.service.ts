import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Sql, Tx } from '#libs/database';
import type { Person } from '../personal-data/person.js';
import {
  type ErasureStep,
  PersonalDataService,
  type PersonalDataSource,
} from '../personal-data/personal-data.service.js';
import { SequenceRecordsRepository } from './definitions/sequence-records.repository.js';

/** Which sequences a person was in; the mails themselves are those of e-mail to erase. */
@Injectable()
export class SequencesPersonalDataService implements PersonalDataSource, OnModuleInit {
  readonly name = 'sequences';
  readonly layer = 'feature';
  readonly tables = ['planned_messages', 'enrolments', 'executions', 'sequence_versions', 'sequences'];

  constructor(
    private readonly personalData: PersonalDataService,
    private readonly repository: SequenceRecordsRepository,
  ) {}

  onModuleInit(): void {
    this.personalData.register(this);
  }

  async exportCustomer(sql: Sql, person: Person): Promise<Record<string, unknown>> {
    return { sequences: await this.repository.ofPerson(sql, person) };
  }

  async eraseCustomer(tx: Tx, person: Person): Promise<ErasureStep> {
    return { removed: await this.repository.erase(tx, person) };
  }
}
