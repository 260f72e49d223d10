import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Sweeper } from '#libs/durable-work';
import { inSlices } from '#libs/kernel';
import { DeliveryBodiesRepository, type UnreadDelivery } from './delivery-bodies.repository.js';
import { DeliveryProcessorsService } from './delivery-processors.service.js';

/** A limit, so that many bodies do not delay the other sweeps. */
const PAGES_PER_SWEEP = 4;

/**
 * Reads what bodies are about where no processing has said so: those of deliveries that failed, and those that an
 * earlier version stored.
 */
@Injectable()
export class BodySubjectsSweep implements OnModuleInit {
  constructor(
    private readonly bodies: DeliveryBodiesRepository,
    private readonly processors: DeliveryProcessorsService,
    private readonly sweeper: Sweeper,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('inbox.subjects', () => this.sweep());
  }

  async sweep(): Promise<void> {
    for (let pages = 0; pages < PAGES_PER_SWEEP; pages += 1) {
      const page = await this.bodies.unread();
      if (page.length === 0) return;
      await this.bodies.describe(await this.read(page));
    }
  }

  private async read(page: readonly UnreadDelivery[]): Promise<Read[]> {
    const read: Read[] = [];
    for await (const delivery of inSlices(page)) {
      const { retailerId, id } = delivery;
      read.push({ retailerId, id, subjects: this.processors.subjects(delivery) });
    }
    return read;
  }
}

type Read = Pick<UnreadDelivery, 'retailerId' | 'id'> & { readonly subjects: ReadonlySet<string> };
