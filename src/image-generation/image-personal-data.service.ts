import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PersonalDataService, type PersonalDataSource, type Removing } from '../personal-data/personal-data.service.js';
import { ImageFilesService } from './storage/image-files.service.js';

/** A store's images. They show products and offers, never customers. */
@Injectable()
export class ImagePersonalDataService implements PersonalDataSource, OnModuleInit {
  readonly name = 'images';
  readonly layer = 'feature';
  readonly tables = [
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
  ) {}

  onModuleInit(): void {
    this.personalData.register(this);
  }
}
