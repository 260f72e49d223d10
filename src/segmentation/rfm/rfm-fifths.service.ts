import { Injectable } from '@nestjs/common';
import type { Sql } from '#libs/database';
import type { StoredBoundaries } from '../criteria/rfm.js';
import { RfmRepository } from './rfm.repository.js';

/** The present fifths of a retailer's customers. A brand whose segments use RFM keeps those of its last run. */
@Injectable()
export class RfmFifthsService {
  constructor(private readonly repository: RfmRepository) {}

  async now(sql: Sql, retailerId: string): Promise<StoredBoundaries> {
    return (await this.repository.compute(sql, retailerId)).boundaries;
  }
}
