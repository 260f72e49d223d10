import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Sql, type Tx } from '#libs/database';
import { inSlices } from '#libs/kernel';
import type { Person } from '../personal-data/person.js';
import { subjectsOf } from '../personal-data/subjects.js';
import {
  type Counts,
  type ErasureStep,
  PersonalDataService,
  type PersonalDataSource,
} from '../personal-data/personal-data.service.js';
import { DeliveryBodiesRepository, type KeptDelivery } from './delivery-bodies.repository.js';
import { DeliveryProcessorsService, type Relation } from './delivery-processors.service.js';
import { InboxRepository } from './inbox.repository.js';

/** An export contains at most this much of the bodies; further deliveries are listed without content. */
const CONTENT_BYTES = 10 * 1024 * 1024;

/** Personal data in the bodies of deliveries. */
@Injectable()
export class InboxPersonalDataService implements PersonalDataSource, OnModuleInit {
  readonly name = 'inbox';
  readonly layer = 'ground';
  readonly tables = ['deliveries'];

  constructor(
    private readonly personalData: PersonalDataService,
    private readonly bodies: DeliveryBodiesRepository,
    private readonly processors: DeliveryProcessorsService,
    private readonly inbox: InboxRepository,
  ) {}

  onModuleInit(): void {
    this.personalData.register(this);
  }

  /** Whether a delivery about the end of the installation still waits for its outcome. */
  isLeaving(retailerId: string): Promise<boolean> {
    return this.inbox.isPending(retailerId, 'app/uninstalled');
  }

  async exportCustomer(_sql: Sql, person: Person): Promise<Record<string, unknown>> {
    const deliveries: unknown[] = [];
    let room = CONTENT_BYTES;
    for await (const { delivery, relation } of this.about(person)) {
      const { topic, deliveryId, status, receivedAt, body } = delivery;
      // A body that only mentions the address may belong to another person.
      const content = relation === 'theirs' && body.length <= room ? readJson(body) : null;
      if (content !== null) room -= body.length;
      deliveries.push({ topic, deliveryId, status, receivedAt, content });
    }
    return { deliveries };
  }

  /**
   * One page of the bodies that may be about the person. Each is parsed as its platform writes it, so an escaped
   * address is found like a plain one.
   */
  async eraseCustomer(tx: Tx, person: Person, cursor: string | undefined): Promise<ErasureStep> {
    const { deliveries, next } = await this.bodies.page(person.retailerId, subjectsOf(person), cursor);
    const ids: string[] = [];
    for await (const delivery of inSlices(deliveries)) {
      if (this.processors.relation(delivery, person)) ids.push(delivery.id);
    }
    const emptied = await this.bodies.empty(tx, person.retailerId, ids, 'emptied: a person in it was erased');
    return { removed: { deliveries: emptied }, next };
  }

  /** Pending deliveries about the person do not count: the worker empties them, and new ones may come at any time. */
  async rescanCustomer(_sql: Sql, person: Person): Promise<Counts> {
    let found = 0;
    for await (const { delivery, relation } of this.about(person)) {
      if (delivery.status !== 'pending' || relation === 'mentioned') found += 1;
    }
    return { 'deliveries.body': found };
  }

  /** Late deliveries of an uninstalled store are stored without a body. */
  async rescanRetailer(sql: Sql, retailerId: string): Promise<Counts> {
    return { 'deliveries.body': await this.bodies.countKept(sql, retailerId) };
  }

  private async *about(person: Person): AsyncGenerator<{ delivery: KeptDelivery; relation: Relation }> {
    const subjects = subjectsOf(person);
    let after: string | undefined;
    do {
      const { deliveries, next } = await this.bodies.page(person.retailerId, subjects, after);
      for await (const delivery of inSlices(deliveries)) {
        const relation = this.processors.relation(delivery, person);
        if (relation) yield { delivery, relation };
      }
      after = next;
    } while (after !== undefined);
  }
}

/** The parsed body, or its text where parsing would change ids that a double can't hold. */
function readJson(body: Buffer): unknown {
  const text = body.toString('utf8');
  if (/\d{16}/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
