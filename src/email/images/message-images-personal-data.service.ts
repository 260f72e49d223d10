import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Sql, Tx } from '#libs/database';
import type { Person } from '../../personal-data/person.js';
import {
  type ErasureStep,
  PersonalDataService,
  type PersonalDataSource,
} from '../../personal-data/personal-data.service.js';
import { MessageImagesQueries } from './message-images.queries.js';

/** Which images a person saw. The module of images deletes the files. */
@Injectable()
export class MessageImagesPersonalDataService implements PersonalDataSource, OnModuleInit {
  readonly name = 'message images';
  readonly layer = 'feature';
  readonly tables = ['message_images'];
  readonly erasesOnly = ['message_images'];

  constructor(
    private readonly personalData: PersonalDataService,
    private readonly images: MessageImagesQueries,
  ) {}

  onModuleInit(): void {
    this.personalData.register(this);
  }

  async exportCustomer(sql: Sql, { retailerId, customerIds }: Person): Promise<Record<string, unknown>> {
    return { messageImages: await this.images.ofCustomers(sql, retailerId, customerIds) };
  }

  async eraseCustomer(tx: Tx, { retailerId, customerIds }: Person): Promise<ErasureStep> {
    return { removed: { message_images: await this.images.erase(tx, retailerId, customerIds) } };
  }
}
