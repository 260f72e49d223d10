import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { conflict, DomainError, entityId, isUuid, notFound, type Page } from '#libs/kernel';
import { JobProducer } from '#libs/queue';
import { ExportRepository } from './export.repository.js';
import type { PrivacyKind } from './privacy-request.entity.js';
import { PrivacyRepository, type PrivacyRequestView } from './privacy.repository.js';
import type { Subject } from '../personal-data/person.js';
import { SubjectHasher } from '../personal-data/subject-hash.js';

export type { PrivacyRequestView } from './privacy.repository.js';

/** What a platform asks for. */
export interface PrivacyOrder {
  readonly retailerId: string;
  readonly kind: PrivacyKind;
  /** Undefined where it is about the whole store. */
  readonly subject: Subject | undefined;
  /** The platform's own id of the request. */
  readonly reference: string | null;
  readonly delivery: { readonly id: string; readonly receivedAt: Date };
}

/** Requests about personal data: taken down, listed, and their exports handed out. */
@Injectable()
export class PrivacyService {
  constructor(
    private readonly repository: PrivacyRepository,
    private readonly exports: ExportRepository,
    private readonly hasher: SubjectHasher,
    private readonly jobs: JobProducer,
  ) {}

  /** Takes a request down in the caller's transaction; a job carries it out. The same delivery is the same request. */
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

  /** Newest first. */
  list(retailerId: string | undefined, limit: number, cursor?: string): Promise<Page<PrivacyRequestView>> {
    return this.repository.list(retailerId, limit, cursor);
  }

  /** The request, or 404. */
  async get(id: string): Promise<PrivacyRequestView> {
    const request = isUuid(id) ? await this.repository.find(id) : undefined;
    if (!request) throw notFound('privacy request');
    return request;
  }

  /** The export as JSON text; 404 for a request of another kind, 409 while it is being made, 410 once it is gone. */
  async export(id: string): Promise<string> {
    const { retailerId, kind, state } = await this.get(id);
    if (kind !== 'data_request') throw notFound('export');
    if (state === 'pending') throw conflict('export_pending', 'The export is still being made.');
    const content = await this.exports.content(retailerId, id);
    if (content === undefined) throw new DomainError(410, 'export_expired', 'The export is not kept any more.');
    return content;
  }

  private hashesOf(retailerId: string, { externalId, email }: Subject): string[] {
    return [
      ...(externalId === null ? [] : [this.hasher.hash(retailerId, 'customer', externalId)]),
      ...(email === null ? [] : [this.hasher.hash(retailerId, 'email', email)]),
    ];
  }
}
