import { Injectable } from '@nestjs/common';
import { type MessageImages, MessageImagesService } from '../images/message-images.service.js';
import type { HeldMessage } from '../ledger/ledger.repository.js';
import { LedgerService } from './ledger.service.js';
import { type MessageOffers, MessageOffersService } from './message-offers.service.js';

/** What emails show beside the facts of their recipients. */
export interface MessageParts {
  readonly offers: MessageOffers;
  readonly images: MessageImages;
}

/** Gets the codes and images that emails show. Messages that have to wait for theirs block no other. */
@Injectable()
export class MessagePartsService {
  constructor(
    private readonly offers: MessageOffersService,
    private readonly images: MessageImagesService,
    private readonly ledger: LedgerService,
  ) {}

  /** The messages that can be made now, with their parts. The others are queued again, or skipped. */
  async sort(messages: readonly HeldMessage[]): Promise<{ ready: readonly HeldMessage[]; parts: MessageParts }> {
    const { ready: offered, offers } = await this.offers.sort(messages);
    const { ready, images, waiting } = await this.images.sort(offered, offers);
    await this.ledger.putOff(waiting, [], 'image_pending');
    return { ready, parts: { offers, images } };
  }

  /** The parts that these messages of one retailer showed, as far as they are still there. */
  async shown(messages: readonly HeldMessage[]): Promise<MessageParts> {
    return { offers: await this.offers.shown(messages), images: await this.images.shown(messages) };
  }
}
