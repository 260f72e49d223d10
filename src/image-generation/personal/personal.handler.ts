import { Injectable } from '@nestjs/common';
import { OnJob } from '#libs/queue';
import { type BegunImage, MessageImagesQueries } from '../../email/images/message-images.queries.js';
import { WaitingMessagesService } from '../../email/sending/waiting-messages.service.js';
import type { RetailerRef } from '../../jobs/payloads.js';
import { ImageTurnsService } from '../turns/image-turns.service.js';
import { PersonalDrawingsService } from './personal-drawings.service.js';
import { type BegunDrawing, PersonalImagesRepository } from './personal-images.repository.js';
import { PersonalPlansService } from './personal-plans.service.js';

/** Recipients whose images are chosen at a time. */
const RECIPIENTS = 500;
/** Images that are drawn at a time, by one thread: enough to prepare a product once, few enough to let others in. */
const IMAGES = 12;
/** A worker that has begun and died is followed by another one after this time. */
const TURN_MS = 120_000;

/** The next piece of work of a retailer. */
interface Piece {
  readonly retailerId: string;
  readonly id: string;
  readonly recipients: readonly BegunImage[];
  readonly drawings: readonly BegunDrawing[];
}

/** Does one piece of the retailer whose turn it is: chooses the images of some recipients, or draws some images. */
@Injectable()
export class PersonalHandler {
  constructor(
    private readonly turns: ImageTurnsService,
    private readonly recipients: MessageImagesQueries,
    private readonly images: PersonalImagesRepository,
    private readonly plans: PersonalPlansService,
    private readonly drawings: PersonalDrawingsService,
    private readonly waiting: WaitingMessagesService,
  ) {}

  @OnJob('images.personal')
  async work(_wakeUp: RetailerRef): Promise<void> {
    await this.turns.take(
      'personal',
      (retailerId) => this.begin(retailerId),
      (piece) => this.run(piece),
    );
  }

  private async begin(retailerId: string): Promise<Piece | undefined> {
    const at = new Date();
    const until = new Date(at.getTime() + TURN_MS);
    const recipients = await this.recipients.begin(retailerId, { at, until, limit: RECIPIENTS });
    const drawings = recipients.length > 0 ? [] : await this.images.begin(retailerId, { at, until, limit: IMAGES });
    if (recipients.length === 0 && drawings.length === 0) return undefined;
    return { retailerId, id: retailerId, recipients, drawings };
  }

  private async run({ retailerId, recipients, drawings }: Piece): Promise<void> {
    await this.plans.assign(retailerId, recipients);
    await this.drawings.draw(retailerId, drawings);
    if (!(await this.images.isOpen(retailerId))) await this.waiting.wakeAll(retailerId, 'image_pending');
  }
}
