import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { groupBy } from '#libs/kernel';
import { JobProducer } from '#libs/queue';
import { Runtime } from '../../config/runtime.js';
import type { HeldMessage } from '../ledger/ledger.repository.js';
import type { NewMessage } from '../ledger/message.entity.js';
import { nameOf, type PersonalImageRef, personalImagesIn, type ShownImages } from '../templates/personal-image.js';
import type { ScopeOffer } from '../templates/scope.js';
import { TemplateCacheService } from '../templates/template-cache.service.js';
import type { OfferWords } from './message-image.entity.js';
import { type MessageImageName, type MessageImageRow, MessageImagesQueries } from './message-images.queries.js';
import { PersonalImageMetrics } from './personal-image.metrics.js';

/** The images that emails show, by the id of the message. */
export type MessageImages = ReadonlyMap<string, ShownImages>;

/** A message whose images are not ready. */
export interface WaitingForImages {
  readonly message: HeldMessage;
  readonly since: Date;
  readonly until: Date;
}

interface Sorted {
  readonly ready: readonly HeldMessage[];
  readonly images: MessageImages;
  readonly waiting: readonly WaitingForImages[];
}

/** Images are begun so long before their email is due: what they show may change until then. */
const AHEAD_MS = 3_600_000;
/** The first pause of a waiting message; later ones grow with the time that it has waited. */
const LOOK_AGAIN_MS = 5_000;

/** Which images the recipients of emails see. */
@Injectable()
export class MessageImagesService {
  constructor(
    private readonly runtime: Runtime,
    private readonly repository: MessageImagesQueries,
    private readonly templates: TemplateCacheService,
    private readonly metrics: PersonalImageMetrics,
    private readonly jobs: JobProducer,
  ) {}

  /** Notes the images that new messages need. A test address is no customer, so it sees the image of the request. */
  async expect(tx: Tx, retailerId: string, executionId: string, messages: readonly NewMessage[]): Promise<void> {
    for (const [templateId, group] of groupBy(messages, (message) => message.templateId)) {
      const refs = await this.refsIn(retailerId, templateId);
      if (refs.length === 0) continue;
      const rows = group.flatMap(({ customerId, sendAt }) =>
        customerId === null
          ? []
          : refs.map(({ requestId, needsCode }) => ({
              executionId,
              customerId,
              requestId,
              status: needsCode ? ('awaiting_code' as const) : ('pending' as const),
              dueAt: new Date(sendAt.getTime() - AHEAD_MS),
            })),
      );
      await this.repository.insert(tx, retailerId, rows);
      tx.afterCommit(() => this.jobs.enqueue('images.personal', { retailerId }));
    }
  }

  /**
   * The messages that can be made now, with their images. The others wait until their time is over; then they show the
   * image of the request. Messages of one retailer. One query, and none without personal images.
   */
  async sort(messages: readonly HeldMessage[], offers: ReadonlyMap<string, ScopeOffer>): Promise<Sorted> {
    const asking = await this.askingIn(messages);
    const [first] = messages;
    if (asking.size === 0 || !first) return { ready: messages, images: NO_IMAGES, waiting: [] };
    const rows = await this.rowsOf(first.retailerId, [...asking.keys()]);
    const now = new Date();
    const images = new Map<string, ShownImages>();
    const waiting: WaitingForImages[] = [];
    const late: MessageImageName[] = [];
    const told: (MessageImageName & { readonly offer: OfferWords })[] = [];
    const without: MessageImageName[] = [];
    for (const [message, refs] of asking) {
      const found = refs.flatMap((ref) => rows.get(rowName(message, ref)) ?? []);
      const open = found.filter(({ status }) => status !== 'ready' && status !== 'fallback');
      const offer = offers.get(message.id);
      const codeless = open.filter(({ status }) => status === 'awaiting_code');
      if (offer) told.push(...codeless.map((row) => ({ ...row, offer: wordsOf(offer) })));
      else without.push(...codeless);
      const left = offer ? open : open.filter((row) => !codeless.includes(row));
      // The wait for the code does not count.
      const since = offer && codeless.length > 0 ? now : (message.waitingSince ?? message.dueAt);
      const deadline = since.getTime() + this.runtime.config.images.personalSeconds * 1_000;
      if (left.length > 0 && now.getTime() < deadline) {
        const pause = Math.max(LOOK_AGAIN_MS, (now.getTime() - since.getTime()) / 2);
        waiting.push({ message, since, until: new Date(Math.min(deadline, now.getTime() + pause)) });
        continue;
      }
      late.push(...left);
      images.set(message.id, this.shownIn(found, refs));
      this.metrics.count('personal', found.length - open.length - fallbacksIn(found));
      this.metrics.count('late', left.length);
      this.metrics.count('fallback', fallbacksIn(found) + open.length - left.length);
    }
    await this.repository.tell(first.retailerId, told, now);
    await this.repository.giveUp(first.retailerId, without, 'no_code');
    await this.repository.giveUp(first.retailerId, late, 'late');
    if (told.length > 0) this.jobs.enqueue('images.personal', { retailerId: first.retailerId });
    const isWaiting = new Set(waiting.map(({ message }) => message.id));
    return { ready: messages.filter(({ id }) => !isWaiting.has(id)), images, waiting };
  }

  /** The images that messages of one retailer showed, as far as they are still there. */
  async shown(messages: readonly HeldMessage[]): Promise<MessageImages> {
    const asking = await this.askingIn(messages);
    const [first] = asking.keys();
    if (!first) return NO_IMAGES;
    const rows = await this.rowsOf(first.retailerId, [...asking.keys()]);
    return new Map(
      [...asking].map(([message, refs]) => {
        const found = refs.flatMap((ref) => rows.get(rowName(message, ref)) ?? []);
        return [message.id, this.shownIn(found, refs)];
      }),
    );
  }

  private shownIn(rows: readonly MessageImageRow[], refs: readonly PersonalImageRef[]): ShownImages {
    const entries = rows.flatMap(({ requestId, status, key, altText }) => {
      const ref = refs.find((one) => one.requestId === requestId);
      if (!ref || status !== 'ready' || key === null || altText === null) return [];
      return [[nameOf(ref), { url: `${this.runtime.publicUrl}/${key}`, altText }] as const];
    });
    return Object.fromEntries(entries);
  }

  private async rowsOf(retailerId: string, messages: readonly HeldMessage[]): Promise<Map<string, MessageImageRow>> {
    const rows = await this.repository.of(retailerId, messages);
    return new Map(rows.map((row) => [rowName(row, row), row]));
  }

  private async askingIn(messages: readonly HeldMessage[]): Promise<Map<HeldMessage, readonly PersonalImageRef[]>> {
    const asking = new Map<HeldMessage, readonly PersonalImageRef[]>();
    for (const message of messages) {
      if (message.customerId === null) continue;
      const refs = await this.refsIn(message.retailerId, message.templateId);
      if (refs.length > 0) asking.set(message, refs);
    }
    return asking;
  }

  private async refsIn(retailerId: string, templateId: string): Promise<readonly PersonalImageRef[]> {
    const template = await this.templates.get(retailerId, templateId);
    return template ? personalImagesIn(template) : [];
  }
}

const NO_IMAGES: MessageImages = new Map();

const wordsOf = ({ code, label, endsOn }: ScopeOffer): OfferWords => ({ code, label, endsOn });

const rowName = (
  { executionId, customerId }: { readonly executionId: string; readonly customerId: string | null },
  { requestId }: { readonly requestId: string },
): string => `${executionId} ${customerId} ${requestId}`;

const fallbacksIn = (rows: readonly MessageImageRow[]): number =>
  rows.filter(({ status }) => status === 'fallback').length;
