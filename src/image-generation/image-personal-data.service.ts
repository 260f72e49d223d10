import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Tx } from '#libs/database';
import type { Person } from '../personal-data/person.js';
import {
  type Counts,
  PersonalDataService,
  type PersonalDataSource,
  type Removing,
} from '../personal-data/personal-data.service.js';
import { PersonalImagesService } from './personal/personal-images.service.js';
import { ImageFilesService } from './storage/image-files.service.js';

/** A store's images. They show products and offers; the personal ones may also name a customer, or show a code. */
@Injectable()
export class ImagePersonalDataService implements PersonalDataSource, OnModuleInit {
  readonly name = 'images';
  readonly layer = 'feature';
  readonly tables = [
    'personal_images',
    'image_approvals',
    'image_requests',
    'image_renders',
    'image_sources',
    'image_provider_calls',
    'image_budgets',
    'image_turns',
    'image_files',
  ];
  /** Deleted after the tables: a purge that ends halfway leaves no row without its file. */
  readonly files = {
    image_files: (retailerId: string, removing: Removing) => this.imageFiles.eraseAll(retailerId, removing),
  };

  constructor(
    private readonly personalData: PersonalDataService,
    private readonly imageFiles: ImageFilesService,
    private readonly personal: PersonalImagesService,
  ) {}

  onModuleInit(): void {
    this.personalData.register(this);
  }

  /** The recipients of images are still known here. */
  beforeErasure(tx: Tx, { retailerId, customerIds }: Person): Promise<Counts> {
    return this.personal.erase(tx, retailerId, customerIds);
  }
}
