import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { ExportRepository } from './export.repository.js';
import type { Person } from '../personal-data/person.js';
import {
  type Counts,
  type ErasureStep,
  PersonalDataService,
  type PersonalDataSource,
} from '../personal-data/personal-data.service.js';
import { SubjectHasher } from '../personal-data/subject-hash.js';

/** Exports, and the subjects of requests, for erasures and purges. */
@Injectable()
export class PrivacyPersonalDataService implements PersonalDataSource, OnModuleInit {
  readonly name = 'privacy';
  readonly layer = 'feature';
  readonly tables = ['privacy_exports'];
  readonly survives = {
    privacy_requests: 'the receipts; their subjects are emptied',
    privacy_tombstones: 'keyed hashes, by which late deliveries about erased persons are refused',
    retailer_locks: 'ids of retailers and names of locks; no personal data',
  };

  constructor(
    private readonly personalData: PersonalDataService,
    private readonly exports: ExportRepository,
    private readonly hasher: SubjectHasher,
  ) {}

  onModuleInit(): void {
    this.personalData.register(this);
  }

  async eraseCustomer(tx: Tx, { retailerId, externalIds, emails }: Person): Promise<ErasureStep> {
    const hashes = [
      ...externalIds.flatMap((id) => this.hasher.all(retailerId, 'customer', id)),
      ...emails.flatMap((email) => this.hasher.all(retailerId, 'email', email)),
    ];
    // Requests come first: a request that is being answered is then finished, or its export is there for the next
    // statement.
    const requests = await this.exports.clearSubjects(tx, retailerId, hashes);
    const exports = await this.exports.deleteAbout(tx, retailerId, hashes);
    return { removed: { privacy_exports: exports, privacy_requests: requests } };
  }

  async retire(tx: Tx, retailerId: string): Promise<Counts> {
    return { privacy_requests: await this.exports.clearSubjects(tx, retailerId, null) };
  }
}
