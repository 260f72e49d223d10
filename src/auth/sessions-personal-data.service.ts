import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Tx } from '#libs/database';
import type { Person } from '../personal-data/person.js';
import {
  type ErasureStep,
  PersonalDataService,
  type PersonalDataSource,
} from '../personal-data/personal-data.service.js';
import { SessionsRepository } from './sessions.repository.js';

/** Sessions: refresh tokens, codes, users and issued tokens. */
@Injectable()
export class SessionsPersonalDataService implements PersonalDataSource, OnModuleInit {
  readonly name = 'sessions';
  readonly layer = 'feature';
  readonly tables = ['refresh_tokens', 'one_time_codes', 'retailer_users', 'issued_tokens'];
  readonly erasesOnly = ['refresh_tokens'];
  readonly operators = ['issued_tokens.minter', 'retailer_users.email'];

  constructor(
    private readonly personalData: PersonalDataService,
    private readonly repository: SessionsRepository,
  ) {}

  onModuleInit(): void {
    this.personalData.register(this);
  }

  async eraseCustomer(tx: Tx, person: Person): Promise<ErasureStep> {
    return { removed: { refresh_tokens: await this.repository.eraseCustomers(tx, person) } };
  }
}
