import { Injectable } from '@nestjs/common';
import type { PersonalImage } from '#libs/compositor';
import { Database } from '#libs/database';
import { groupBy } from '#libs/kernel';
import { MessageImagesQueries } from '../../email/images/message-images.queries.js';
import { ImageFilesService } from '../storage/image-files.service.js';
import { PersonalComposerService } from './personal-composer.service.js';
import { type BegunDrawing, type Drawn, PersonalImagesRepository } from './personal-images.repository.js';
import { PersonalTemplatesService } from './personal-templates.service.js';

/** A drawing that ends its thread so often is given up. */
const MOST_ATTEMPTS = 3;

/** Draws the images of recipients. No provider is called: all files are there. */
@Injectable()
export class PersonalDrawingsService {
  constructor(
    private readonly database: Database,
    private readonly repository: PersonalImagesRepository,
    private readonly recipients: MessageImagesQueries,
    private readonly templates: PersonalTemplatesService,
    private readonly files: ImageFilesService,
    private readonly composer: PersonalComposerService,
  ) {}

  async draw(retailerId: string, begun: readonly BegunDrawing[]): Promise<void> {
    for (const [requestId, rows] of groupBy(begun, (row) => row.requestId)) {
      const images = await this.compose(retailerId, requestId, rows);
      const drawn = await Promise.all(
        rows.map((row, index) => this.kept(retailerId, row, images?.[index] ?? { problem: 'not_drawn' as const })),
      );
      await this.finish(retailerId, drawn);
    }
  }

  /** Undefined where the template is gone. */
  private async compose(
    retailerId: string,
    requestId: string,
    rows: readonly BegunDrawing[],
  ): Promise<readonly PersonalImage[] | undefined> {
    const template = await this.templates.get(retailerId, requestId);
    if (!template || rows.some(({ attempts }) => attempts > MOST_ATTEMPTS)) return undefined;
    const contents = rows.map(({ content }) => content);
    return this.composer.compose(retailerId, template.banner, contents);
  }

  private async kept(
    retailerId: string,
    { id }: BegunDrawing,
    image: PersonalImage | { readonly problem: 'not_drawn' },
  ): Promise<Drawn> {
    if ('problem' in image) return { id, status: 'failed', problem: image.problem, key: null, altText: null };
    const { bytes, format, altText } = image;
    const key = await this.files.keepPersonal(retailerId, bytes, format);
    return { id, status: 'ready', problem: null, key, altText };
  }

  private async finish(retailerId: string, drawn: readonly Drawn[]): Promise<void> {
    await this.database.transaction(retailerId, async (tx) => {
      const wanted = await this.repository.finish(tx, retailerId, drawn);
      await this.recipients.settle(
        tx,
        retailerId,
        drawn.map(({ id, status, problem, key, altText }) => ({
          imageId: id,
          status: status === 'ready' ? 'ready' : 'fallback',
          reason: problem,
          key,
          altText,
        })),
      );
      // The person was erased while the image was drawn.
      for (const { id, key } of drawn) {
        if (key !== null && !wanted.has(id)) await this.files.erase(tx, retailerId, key);
      }
    });
  }
}
