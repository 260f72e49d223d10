import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { type Counts, PersonalData, type PersonalDataSource } from '../privacy/registry/personal-data.js';
import { ImageFiles } from './image-files.js';

/** A store's pictures. They show products and offers, nobody's customers. */
@Injectable()
export class ImagesPersonalData implements PersonalDataSource, OnModuleInit {
  readonly name = 'images';
  readonly layer = 'feature';
  readonly tables = [
    'image_requests',
    'image_renders',
    'image_sources',
    'image_provider_calls',
    'image_budgets',
    'image_files',
  ];

  constructor(
    private readonly personalData: PersonalData,
    private readonly files: ImageFiles,
  ) {}

  onModuleInit(): void {
    this.personalData.register(this);
  }

  /** The files that no other store has go out of the storage. Each in a transaction of its own: a rollback brings none back. */
  async retire(_tx: Tx, retailerId: string): Promise<Counts> {
    return { image_files: await this.files.eraseAll(retailerId) };
  }
}
