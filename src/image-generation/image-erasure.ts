import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { ImageFiles } from './image-files.js';
import { ImageRequestsRepository } from './image-requests.repository.js';

/** What is left of a retailer's pictures when its data has to go. */
@Injectable()
export class ImageErasure {
  constructor(
    private readonly database: Database,
    private readonly requests: ImageRequestsRepository,
    private readonly files: ImageFiles,
  ) {}

  /** Erases the retailer's requests, their results and bills, and the files that no other retailer has. May be run again. */
  async eraseRetailer(retailerId: string): Promise<void> {
    await this.database.transaction((tx) => this.requests.deleteAll(tx, retailerId));
    await this.files.eraseAll(retailerId);
  }
}
