import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { entityId, groupBy } from '#libs/kernel';
import type { OfferWords } from '../../email/images/message-image.entity.js';
import {
  type AssignedImage,
  type BegunImage,
  MessageImagesQueries,
} from '../../email/images/message-images.queries.js';
import { contentKey, namesPeople, type PersonalContent, personalContent } from './personal-content.js';
import { type NewPersonalImage, PersonalImagesRepository, type WantedImage } from './personal-images.repository.js';
import { type Template, PersonalTemplatesService } from './personal-templates.service.js';
import { StoreFactsService } from './store-facts.service.js';
import { PhotographsService } from './photographs.service.js';

/** Who sees an image. */
export interface Viewer {
  readonly customerId: string;
  readonly offer: OfferWords | null;
}

/** The image that a viewer needs, why there is none, or that nobody knows yet. */
export type Plan = { readonly image: NewPersonalImage } | { readonly reason: string } | 'later';

/** Decides what the images of recipients show, and which recipients share one. */
@Injectable()
export class PersonalPlansService {
  constructor(
    private readonly database: Database,
    private readonly repository: PersonalImagesRepository,
    private readonly recipients: MessageImagesQueries,
    private readonly templates: PersonalTemplatesService,
    private readonly photographs: PhotographsService,
    private readonly facts: StoreFactsService,
  ) {}

  /** Gives recipients their images: those that exist, and new ones that have to be drawn. */
  async assign(retailerId: string, begun: readonly BegunImage[]): Promise<void> {
    for (const [requestId, rows] of groupBy(begun, (row) => row.requestId)) {
      const plans = await this.plan(retailerId, requestId, rows);
      const known = rows.flatMap((row, index) => {
        const plan = plans[index] ?? 'later';
        return plan === 'later' ? [] : [{ row, plan }];
      });
      const images = new Map(known.flatMap(({ plan }) => ('image' in plan ? [[plan.image.id, plan.image]] : [])));
      await this.database.transaction(retailerId, async (tx) => {
        const wanted = await this.repository.want(tx, retailerId, [...images.values()], new Date());
        const assigned = known.map(({ row, plan }) => ({
          ...row,
          ...('image' in plan ? outcomeOf(wanted.get(plan.image.id)) : fallback(plan.reason)),
        }));
        await this.recipients.assign(tx, retailerId, assigned);
      });
    }
  }

  /** What each viewer sees instead of the image of the request, in their order. */
  async plan(retailerId: string, requestId: string, viewers: readonly Viewer[]): Promise<Plan[]> {
    const template = await this.templates.get(retailerId, requestId);
    if (!template) return viewers.map(() => ({ reason: 'no_template' }));
    const contents = await this.contents(retailerId, template, viewers);
    const products = contents.flatMap((content) => ('products' in content ? content.products : []));
    const { hashes, later } = await this.photographs.find(retailerId, products);
    return contents.map((content): Plan => {
      if ('reason' in content) return content;
      const hashed = content.products.map((product) => {
        const hash = product.hash ?? hashes.get(product.url);
        return hash === undefined ? product : { ...product, hash };
      });
      const missing = hashed.find(({ hash }) => hash === undefined);
      if (missing) return later.has(missing.url) ? 'later' : { reason: 'no_photograph' };
      return { image: imageOf(retailerId, requestId, template, { ...content, products: hashed }) };
    });
  }

  private async contents(retailerId: string, { spec }: Template, viewers: readonly Viewer[]) {
    const { people, store } = await this.facts.of(
      retailerId,
      viewers.map(({ customerId }) => customerId),
      spec.products.map(({ id }) => id),
    );
    return viewers.map(({ customerId, offer }) => personalContent(spec, people.get(customerId), offer, store));
  }
}

function imageOf(
  retailerId: string,
  requestId: string,
  { renderId, spec }: Template,
  content: PersonalContent,
): NewPersonalImage {
  const id = entityId(retailerId, 'personal-image', contentKey(renderId, content));
  const sortKey = content.products.map(({ hash }) => hash).join(' ');
  return { id, requestId, named: namesPeople(spec), content, sortKey };
}

type Outcome = Pick<AssignedImage, 'status' | 'reason' | 'imageId' | 'key' | 'altText'>;

const fallback = (reason: string): Outcome => ({ status: 'fallback', reason, imageId: null, key: null, altText: null });

function outcomeOf(image: WantedImage | undefined): Outcome {
  if (!image) return fallback('not_drawn');
  const { id: imageId, status, problem, key, altText } = image;
  if (status === 'failed') return { ...fallback(problem ?? 'not_drawn'), imageId };
  return { status: status === 'ready' ? 'ready' : 'drawing', reason: null, imageId, key, altText };
}
