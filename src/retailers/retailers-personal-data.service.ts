import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { type Counts, PersonalDataService, type PersonalDataSource } from '../personal-data/personal-data.service.js';
import { RetailersRepository } from './retailers.repository.js';

/** The store itself: its tokens, brands and settings. */
@Injectable()
export class RetailersPersonalDataService implements PersonalDataSource, OnModuleInit {
  readonly name = 'retailers';
  readonly layer = 'ground';
  readonly tables = ['retailer_credentials', 'multipass_secrets', 'retailer_flags', 'brands'];

  constructor(
    private readonly personalData: PersonalDataService,
    private readonly repository: RetailersRepository,
  ) {}

  onModuleInit(): void {
    this.personalData.register(this);
  }

  /** The row stays, with the store's address only: receipts name the store by it, and a reinstall finds the same id. */
  async retire(tx: Tx, retailerId: string): Promise<Counts> {
    return { retailers: await this.repository.strip(tx, retailerId) };
  }
}
