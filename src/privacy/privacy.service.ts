import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { conflict, DomainError, entityId, isUuid, notFound, type Page } from '#libs/kernel';
import { JobProducer } from '#libs/queue';
import { ExportRepository } from './export.repository.js';
import type { PrivacyRequestAnswer } from './privacy-request.dto.js';
import type { AskedKind, PrivacyKind } from './privacy-request.entity.js';
import { PrivacyRepository } from './privacy.repository.js';
import type { Subject } from '../personal-data/person.js';
import { SubjectHasher } from '../personal-data/subject-hash.js';

/** A platform's request. */
export interface PrivacyOrder {
  readonly retailerId: string;
  readonly kind: PrivacyKind;
  /** Undefined for a request about the whole store. */
  readonly subject: Subject | undefined;
  /** The platform's own id of the request. */
  readonly reference: string | null;
  readonly delivery: { readonly id: string; readonly receivedAt: Date };
}

/** Records and lists requests about personal data, and gives out their exports. */
@Injectable()
export class PrivacyService {
  constructor(
    private readonly database: Database,
    private readonly repository: PrivacyRepository,
    private readonly exports: ExportRepository,
    private readonly hasher: SubjectHasher,
    private readonly jobs: JobProducer,
  ) {}

  /**
   * Records a request in the caller's transaction; a job carries it out. A repeated delivery makes no second request.
   */
  async record(tx: Tx, { retailerId, kind, subject, reference, delivery }: PrivacyOrder): Promise<void> {
    const id = entityId(retailerId, 'privacy-request', delivery.id);
    await this.repository.insert(tx, {
      retailerId,
      id,
      kind,
      subject: subject ? { told: subject } : {},
      subjectHashes: subject ? this.hashesOf(retailerId, subject) : [],
      reference,
      deliveryId: delivery.id,
      receivedAt: delivery.receivedAt,
    });
    tx.afterCommit(() => this.jobs.enqueue('privacy.work', { retailerId, requestId: id }));
  }

  /** Records a request that an owner or an operator makes, and returns its id. */
  async ask(retailerId: string, kind: AskedKind, subject: Subject): Promise<string> {
    const id = randomUUID();
    await this.database.transaction(retailerId, async (tx) => {
      await this.repository.insert(tx, {
        retailerId,
        id,
        kind,
        subject: { told: subject },
        subjectHashes: this.hashesOf(retailerId, subject),
        reference: null,
        deliveryId: null,
        receivedAt: new Date(),
      });
      tx.afterCommit(() => this.jobs.enqueue('privacy.work', { retailerId, requestId: id }));
    });
    return id;
  }

  /** The newest requests first. */
  list(retailerId: string | undefined, limit: number, cursor?: string): Promise<Page<PrivacyRequestAnswer>> {
    return this.repository.list(retailerId, limit, cursor);
  }

  /** The request, or 404; also 404 for a request of another retailer than the given one. */
  async get(id: string, retailerId?: string): Promise<PrivacyRequestAnswer> {
    const request = isUuid(id) ? await this.repository.find(id) : undefined;
    if (!request || (retailerId !== undefined && request.retailerId !== retailerId)) throw notFound('privacy request');
    return request;
  }

  /**
   * The export as JSON text. Throws 404 for a request of another kind, 409 while the export is made, 410 once it has
   * expired or was deleted.
   */
  async export(id: string): Promise<string> {
    const { retailerId, kind, status } = await this.get(id);
    if (kind !== 'data_request') throw notFound('export');
    if (status === 'pending') throw conflict('export_pending', 'The export is still being made.');
    const content = await this.exports.content(retailerId, id);
    if (content === undefined) throw new DomainError(410, 'export_expired', 'The export has expired or was deleted.');
    return content;
  }

  private hashesOf(retailerId: string, { externalId, email }: Subject): string[] {
    return [
      ...(externalId === null ? [] : [this.hasher.hash(retailerId, 'customer', externalId)]),
      ...(email === null ? [] : [this.hasher.hash(retailerId, 'email', email)]),
    ];
  }
}
