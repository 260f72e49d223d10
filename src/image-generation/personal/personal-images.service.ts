import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { MessageImagesQueries } from '../../email/images/message-images.queries.js';
import type { Counts } from '../../personal-data/personal-data.service.js';
import { ImageFilesService } from '../storage/image-files.service.js';
import type { PersonalCountsAnswer } from './personal-counts.dto.js';
import { PersonalImagesRepository, type RemovedImages } from './personal-images.repository.js';

/** Links of emails work so long. */
const KEPT_MS = 400 * 86_400_000;

/** The end of personal images: erasures, and images that nobody looks at again. */
@Injectable()
export class PersonalImagesService {
  constructor(
    private readonly database: Database,
    private readonly repository: PersonalImagesRepository,
    private readonly recipients: MessageImagesQueries,
    private readonly files: ImageFilesService,
  ) {}

  /**
   * Deletes the images that name these customers. One that others see as well, because they have the same first name,
   * stays: it has nothing of this person alone.
   */
  async erase(tx: Tx, retailerId: string, customerIds: readonly string[]): Promise<Counts> {
    const ids = await this.recipients.onlyOf(tx, retailerId, customerIds);
    return this.withFiles(tx, retailerId, await this.repository.removeNamed(tx, retailerId, ids));
  }

  async counts(retailerId: string, requestId: string): Promise<PersonalCountsAnswer> {
    const rows = await this.recipients.counts(retailerId, requestId);
    const sumOf = (...statuses: readonly string[]): number =>
      rows.filter(({ status }) => statuses.includes(status)).reduce((sum, { count }) => sum + count, 0);
    const fallback = rows.flatMap(({ status, reason, count }) =>
      status === 'fallback' ? [[reason ?? 'not_drawn', count] as const] : [],
    );
    return {
      images: await this.repository.count(retailerId, requestId),
      waiting: sumOf('awaiting_code', 'pending', 'drawing'),
      personal: sumOf('ready'),
      fallback: Object.fromEntries(fallback),
    };
  }

  async deleteOld(): Promise<void> {
    const before = new Date(Date.now() - KEPT_MS);
    await this.recipients.deleteBefore(before);
    for (const retailerId of await this.repository.retailersWithUnused(before)) {
      await this.database.transactionAcrossRetailers(async (tx) => {
        await this.withFiles(tx, retailerId, await this.repository.removeUnused(tx, retailerId, before));
      });
    }
  }

  private async withFiles(tx: Tx, retailerId: string, { images, files }: RemovedImages): Promise<Counts> {
    let removed = 0;
    for (const key of files) removed += await this.files.erase(tx, retailerId, key);
    return { personal_images: images, image_files: removed };
  }
}
