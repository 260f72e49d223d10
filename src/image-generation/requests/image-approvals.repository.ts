import { Injectable } from '@nestjs/common';
import { Database, upsert } from '#libs/database';
import { ImageApproval } from './image-approval.entity.js';

/** All writes of approvals. The view of a request reads them. */
@Injectable()
export class ImageApprovalsRepository {
  constructor(private readonly database: Database) {}

  /** Replaces an earlier decision. */
  async save(approval: Omit<ImageApproval, 'request' | 'decidedAt'>): Promise<void> {
    await this.database
      .of(approval.retailerId)
      .using(ImageApproval, (rows) => upsert(rows, { ...approval, decidedAt: new Date() }));
  }
}
