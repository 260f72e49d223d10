import { Injectable } from '@nestjs/common';
import { OnJob } from '#libs/queue';
import type { RetailerRef } from '../jobs/payloads.js';
import { BrandKitsService } from './brand-kits.service.js';

/** Gives the brands of a new store its look. */
@Injectable()
export class ImportKitHandler {
  constructor(private readonly kits: BrandKitsService) {}

  /** Idempotent: a brand that somebody has changed stays as it is. */
  @OnJob('stores.import-kit')
  async importKit({ retailerId }: RetailerRef): Promise<void> {
    await this.kits.adoptStoreLook(retailerId);
  }
}
