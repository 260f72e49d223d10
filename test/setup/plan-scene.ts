import { randomUUID } from 'node:crypto';
import { ImageRender } from '../../src/image-generation/renders/image-render.entity.js';
import { ImageApprovalsRepository } from '../../src/image-generation/requests/image-approvals.repository.js';
import { ImageRequest } from '../../src/image-generation/requests/image-request.entity.js';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import { Suppression } from '../../src/email/consent/suppression.entity.js';
import { SuppressionRepository } from '../../src/email/consent/suppression.repository.js';
import { BrandsService } from '../../src/retailers/brands.service.js';
import { Segment } from '../../src/segmentation/definitions/segment.entity.js';
import { ExecutionsService } from '../../src/sequences/executions/executions.service.js';
import { PlansService } from '../../src/sequences/plans.service.js';
import { SequencesService } from '../../src/sequences/sequences.service.js';
import { given } from '../factories/given.js';
import { customerIdOf, customers } from './email-scene.js';
import type { IdleApp } from './idle-app.js';
import { step } from './sequence-store.js';
import { installStore } from './webhooks.js';

export const PEOPLE = 5;
const SEQUENCE = 'approved';

/** A change of the data between the plan and the send. */
export type Change =
  | { readonly do: 'enter' | 'leave' | 'suppress' | 'allow' | 'move'; readonly person: number }
  | { readonly do: 'decide'; readonly person: number; readonly marketing: 'subscribed' | 'unsubscribed' | 'unknown' }
  | { readonly do: 'rewrite' | 'rename' | 'offer' | 'elsewhere' }
  | { readonly do: 'judge'; readonly approval: 'approved' | 'rejected' };

interface PersonState {
  isMember: boolean;
  marketing: string;
  isSuppressed: boolean;
  address: number;
}

/** What the test itself knows of the data, by the parts of a plan. */
interface Known {
  people: PersonState[];
  text: number;
  brand: number;
  offer: number;
  approval: string;
}

/** A store with a sequence that has an image and an offer, and what a plan of it depends on. */
export class PlanScene {
  private readonly known: Known = {
    people: Array.from({ length: PEOPLE }, (_, index) => ({
      isMember: index < 3,
      marketing: 'subscribed',
      isSuppressed: false,
      address: 0,
    })),
    text: 0,
    brand: 0,
    offer: 10,
    approval: 'none',
  };

  private constructor(
    private readonly app: IdleApp,
    private readonly retailerId: string,
    private readonly brandId: string,
    private readonly segmentId: string,
    private readonly imageId: string,
  ) {}

  static async set(app: IdleApp): Promise<PlanScene> {
    const { retailerId, brandId } = await installStore(app, 'plans.myshopify.com');
    await customers(app, retailerId, PEOPLE);
    const segmentId = randomUUID();
    for (const [id, name] of [
      [segmentId, 'Lapsed'],
      [randomUUID(), 'Others'],
    ] as const) {
      const segment = { retailerId, id, brandId, name, criteria: { minOrders: 0 } };
      await given(app).insert(Segment, { ...segment, status: 'ready', evaluatedAt: new Date() });
    }
    const scene = new PlanScene(app, retailerId, brandId, segmentId, await image(app, retailerId, brandId));
    for (const person of [0, 1, 2]) await scene.enter(person);
    await scene.save();
    return scene;
  }

  /** The parts of the plan by what the test knows; `rewrite` and `offer` make versions. */
  get parts(): Readonly<Record<string, unknown>> {
    const { people, text, brand, offer, approval } = this.known;
    const members = people.flatMap((state, index) => (state.isMember ? [{ index, ...state }] : []));
    return {
      members: members.map(({ index }) => index),
      consent: members,
      sequence: [text, offer],
      offers: offer,
      images: approval,
      brand,
    };
  }

  async plan(): Promise<string> {
    const { plan } = await this.app.get(PlansService).plan(SEQUENCE, {}, 0);
    return plan.planHash;
  }

  /** Starts the live run. The error is that of the service. */
  async send(planHash: string): Promise<string> {
    const { executionId } = await this.app.get(ExecutionsService).execute(SEQUENCE, { planHash }, undefined, 0);
    return executionId;
  }

  /** Removes all runs, so that the next one can start. */
  async clear(): Promise<void> {
    await this.app.sql('DELETE FROM executions WHERE retailer_id = $1', [this.retailerId]);
    await this.app.sql('DELETE FROM offers WHERE retailer_id = $1', [this.retailerId]);
  }

  async change(change: Change): Promise<void> {
    const { known } = this;
    switch (change.do) {
      case 'enter':
        return this.enter(change.person);
      case 'leave':
        this.of(change.person).isMember = false;
        return void (await this.app.sql(
          `UPDATE segment_memberships SET left_at = now()
            WHERE retailer_id = $1 AND segment_id = $2 AND customer_id = $3 AND left_at IS NULL`,
          [this.retailerId, this.segmentId, this.idOf(change.person)],
        ));
      case 'decide':
        this.of(change.person).marketing = change.marketing;
        return this.set(change.person, { marketing: change.marketing });
      case 'move':
        return this.move(change.person);
      case 'suppress':
        this.of(change.person).isSuppressed = true;
        return this.app.transaction((tx) =>
          this.app.get(SuppressionRepository).suppress(tx, this.retailerId, this.addressOf(change.person), 'complaint'),
        );
      case 'allow':
        this.of(change.person).isSuppressed = false;
        return given(this.app).delete(Suppression, { email: this.addressOf(change.person) });
      case 'rewrite':
        known.text += 1;
        return this.save();
      case 'offer':
        known.offer = known.offer === 90 ? 10 : known.offer + 1;
        return this.save();
      case 'rename':
        known.brand += 1;
        return void (await this.app.get(BrandsService).change(this.brandId, { name: `Brand ${known.brand}` }));
      case 'judge': {
        known.approval = change.approval;
        const approval = { retailerId: this.retailerId, requestId: this.imageId, note: null, decidedBy: null };
        return this.app.get(ImageApprovalsRepository).save({ ...approval, approval: change.approval });
      }
      case 'elsewhere':
        return this.elsewhere();
    }
  }

  /** Changes that no plan of this sequence depends on. */
  private async elsewhere(): Promise<void> {
    const app = this.app;
    const address = `${randomUUID()}@example.com`;
    await app.transaction((tx) => app.get(SuppressionRepository).suppress(tx, this.retailerId, address, 'complaint'));
    await app.sql(
      `INSERT INTO segment_memberships (retailer_id, segment_id, customer_id, entered_at)
       SELECT retailer_id, id, $2, clock_timestamp() FROM segments WHERE retailer_id = $1 AND name = 'Others'
       ON CONFLICT DO NOTHING`,
      [this.retailerId, this.idOf(0)],
    );
    await given(app).set(Customer, { firstName: address }, { retailerId: this.retailerId, id: this.idOf(1) });
  }

  private async enter(person: number): Promise<void> {
    const isOpen = `retailer_id = $1 AND segment_id = $2 AND customer_id = $3 AND left_at IS NULL`;
    await this.app.sql(
      `INSERT INTO segment_memberships (retailer_id, segment_id, customer_id, entered_at)
       SELECT $1, $2, $3, clock_timestamp() WHERE NOT EXISTS (SELECT FROM segment_memberships WHERE ${isOpen})`,
      [this.retailerId, this.segmentId, this.idOf(person)],
    );
    this.of(person).isMember = true;
  }

  /** Gives the person another address, which nobody suppressed. */
  private async move(person: number): Promise<void> {
    const state = this.of(person);
    state.address += 1;
    state.isSuppressed = false;
    await this.set(person, { email: this.addressOf(person) });
  }

  private set(person: number, change: Partial<Customer>): Promise<void> {
    return given(this.app).set(Customer, change, { retailerId: this.retailerId, id: this.idOf(person) });
  }

  private async save(): Promise<void> {
    const { text, offer } = this.known;
    const terms = { kind: 'percent', value: offer, endsIn: 'P7D', fallback: 'skip' } as const;
    const steps = [step('one', 'PT0S', { subject: `Text ${text}`, images: { hero: this.imageId } })] as never;
    await this.app
      .get(SequencesService)
      .put(SEQUENCE, { brandId: this.brandId, name: 'Approved', segment: 'Lapsed', offer: terms, steps });
  }

  private of(person: number): PersonState {
    const state = this.known.people[person];
    if (!state) throw new Error(`nobody has the number ${person}`);
    return state;
  }

  private idOf = (person: number): string => customerIdOf(this.retailerId, `c${person + 1}`);
  private addressOf = (person: number): string => {
    const { address } = this.of(person);
    return address === 0 ? `c${person + 1}@example.com` : `c${person + 1}-${address}@example.com`;
  };
}

/** A ready image, as its render would leave it. */
async function image(app: IdleApp, retailerId: string, brandId: string): Promise<string> {
  const [id, renderId] = [randomUUID(), randomUUID()];
  const common = { retailerId, kind: 'hero', spec: {}, finishedAt: new Date() } as const;
  const file = {
    key: `images/${'a'.repeat(64)}.png`,
    width: 600,
    height: 300,
    format: 'png',
    bytes: 9,
    altText: 'A lane',
  };
  await given(app).insert(ImageRender, {
    ...common,
    id: renderId,
    provider: 'local',
    status: 'ready',
    result: { variants: [file] },
  } as never);
  await given(app).insert(ImageRequest, { ...common, id, brandId, asked: {}, renderId } as never);
  return id;
}
