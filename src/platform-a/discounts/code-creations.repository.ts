import { Injectable } from '@nestjs/common';
import { Database, upsert } from '#libs/database';
import { CodeCreation } from './code-creation.entity.js';

export type CodeCreationKey = Pick<CodeCreation, 'retailerId' | 'discountId'>;

@Injectable()
export class PlatformACodeCreationsRepository {
  constructor(private readonly database: Database) {}

  find(key: CodeCreationKey): Promise<CodeCreation | null> {
    return this.database.of(key.retailerId).using(CodeCreation, (rows) => rows.findOneBy({ ...key }));
  }

  async save(creation: Omit<CodeCreation, 'retailer'>): Promise<void> {
    await this.database.of(creation.retailerId).using(CodeCreation, (rows) => upsert(rows, creation));
  }

  async forget(key: CodeCreationKey): Promise<void> {
    await this.database.of(key.retailerId).using(CodeCreation, (rows) => rows.delete({ ...key }));
  }
}
