import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { waitUntil } from '#libs/durable-work';
import { JobProducer } from '#libs/queue';
import { Runtime } from '../../config/runtime.js';
import {
  nameOf,
  type PersonalImageRef,
  type ShownImage,
  type ShownImages,
} from '../../email/templates/personal-image.js';
import { type NewPersonalImage, PersonalImagesRepository } from './personal-images.repository.js';
import { PersonalPlansService } from './personal-plans.service.js';

const WAIT = { seconds: 8, everyMs: 50 };

/** The images of one person for a preview. A code is not known there, so an image that needs one is not there. */
@Injectable()
export class PersonalPreviewsService {
  constructor(
    private readonly database: Database,
    private readonly runtime: Runtime,
    private readonly repository: PersonalImagesRepository,
    private readonly plans: PersonalPlansService,
    private readonly jobs: JobProducer,
  ) {}

  async of(retailerId: string, customerId: string, refs: readonly PersonalImageRef[]): Promise<ShownImages> {
    const shown = await Promise.all(
      refs.map(async (ref) => {
        const image = await this.image(retailerId, customerId, ref.requestId);
        return image ? [[nameOf(ref), image] as const] : [];
      }),
    );
    return Object.fromEntries(shown.flat());
  }

  private async image(retailerId: string, customerId: string, requestId: string): Promise<ShownImage | undefined> {
    const [plan] = await this.plans.plan(retailerId, requestId, [{ customerId, offer: null }]);
    if (plan === undefined || plan === 'later' || 'reason' in plan) return undefined;
    const drawn = await this.drawn(retailerId, plan.image);
    if (drawn?.status !== 'ready' || drawn.key === null || drawn.altText === null) return undefined;
    return { url: `${this.runtime.publicUrl}/${drawn.key}`, altText: drawn.altText };
  }

  private async drawn(retailerId: string, image: NewPersonalImage) {
    await this.database.transaction(retailerId, async (tx) => {
      await this.repository.want(tx, retailerId, [image], new Date());
      tx.afterCommit(() => this.jobs.enqueue('images.personal', { retailerId }));
    });
    return waitUntil(
      () => this.repository.find(retailerId, image.id),
      (row) => row?.status !== 'queued',
      WAIT,
    );
  }
}
