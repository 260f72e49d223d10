import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { Runtime } from '../config/runtime.js';
import { ExportRepository } from './export.repository.js';
import { IdentificationService } from './identification.service.js';
import { type ClaimedRequest, PrivacyRepository } from './privacy.repository.js';
import type { Person } from '../personal-data/person.js';
import { PersonalDataService } from '../personal-data/personal-data.service.js';

/** Answers a request for data with one file of everything that the modules store about the person. */
@Injectable()
export class DataExportService {
  constructor(
    private readonly database: Database,
    private readonly runtime: Runtime,
    private readonly personalData: PersonalDataService,
    private readonly identification: IdentificationService,
    private readonly repository: PrivacyRepository,
    private readonly exports: ExportRepository,
  ) {}

  /** Idempotent: a later file replaces an earlier one. */
  async run(request: ClaimedRequest): Promise<void> {
    const person = await this.database.transaction(request.retailerId, (tx) =>
      this.identification.identify(tx, request),
    );
    const content = JSON.stringify(await this.collect(request, person), undefined, 2);
    await this.database.transaction(request.retailerId, async (tx) => {
      // An erasure of the person in the meantime has finished this request: then no file is stored.
      if (!(await this.repository.finish(tx, request, { outcome: 'exported', rescan: null }))) return;
      await this.exports.save(tx, request.retailerId, request.id, content, this.runtime.config.privacyExportDays);
    });
  }

  private async collect({ id, reference, subject }: ClaimedRequest, person: Person): Promise<object> {
    const sections: Record<string, unknown> = {};
    for (const source of this.personalData.forErasure()) {
      Object.assign(sections, await source.exportCustomer?.(this.database.of(person.retailerId), person));
    }
    const { externalIds, emails, phones } = person;
    return {
      generatedAt: new Date().toISOString(),
      request: { id, reference, customer: subject.told?.externalId ?? null, orders: subject.told?.orderIds ?? [] },
      person: { externalIds, emails, phones },
      ...sections,
    };
  }
}
