import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { CatalogueSearchRepository } from './catalogue-search.repository.js';
import { IdentificationService } from './identification.service.js';
import { LeftBehind } from './left-behind.js';
import { type ClaimedRequest, PrivacyRepository } from './privacy.repository.js';
import type { Person } from '../personal-data/person.js';
import {
  addCounts,
  type Counts,
  PersonalDataService,
  type PersonalDataSource,
  totalOf,
} from '../personal-data/personal-data.service.js';
import { TombstonesService } from '../personal-data/tombstones.service.js';

/** Each round finds the rows that were written during the round before. */
const ROUNDS = 3;

/**
 * Erases one person from all modules, step by step. Each step is committed together with its count of rows, so that a
 * run after a crash continues and the receipt still lists everything.
 */
@Injectable()
export class CustomerErasureService {
  constructor(
    private readonly database: Database,
    private readonly personalData: PersonalDataService,
    private readonly identification: IdentificationService,
    private readonly tombstones: TombstonesService,
    private readonly repository: PrivacyRepository,
    private readonly search: CatalogueSearchRepository,
  ) {}

  async run(request: ClaimedRequest): Promise<void> {
    const person = await this.saveIdentity(request);
    let left: Counts = {};
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (const source of this.personalData.forErasure()) await this.erase(request, source, person);
      left = await this.finishIfClean(request, person);
      if (totalOf(left) === 0) return;
    }
    throw new LeftBehind(left);
  }

  /**
   * Stores the person's ids and addresses until the end, because the rows that they come from are deleted. From this
   * commit on the intake refuses everything about the person, so the figures of all modules about the person stay.
   */
  private saveIdentity(request: ClaimedRequest): Promise<Person> {
    return this.database.transaction(request.retailerId, async (tx) => {
      const person = await this.identification.identify(tx, request);
      await this.tombstones.add(tx, person);
      await this.repository.saveSubject(tx, request, { ...request.subject, person });
      for (const source of this.personalData.forErasure()) {
        if (!source.beforeErasure) continue;
        await this.repository.progress(tx, request, await source.beforeErasure(tx, person));
      }
      return person;
    });
  }

  private async erase(request: ClaimedRequest, source: PersonalDataSource, person: Person): Promise<void> {
    let cursor: string | undefined;
    do {
      cursor = await this.database.transaction(request.retailerId, async (tx) => {
        const step = await source.eraseCustomer?.(tx, person, cursor);
        await this.repository.progress(tx, request, step?.removed ?? {});
        return step?.next;
      });
    } while (cursor !== undefined);
  }

  /** Searches all tables again and finishes the request only where nothing is found. Returns what was found. */
  private async finishIfClean(request: ClaimedRequest, person: Person): Promise<Counts> {
    const inBytes = await this.rescanSources(person);
    if (totalOf(inBytes) > 0) return inBytes;
    try {
      await this.database.transaction(request.retailerId, (tx) => this.finish(tx, request, person));
      return {};
    } catch (error) {
      if (error instanceof LeftBehind) return error.found;
      throw error;
    }
  }

  /** Empties the subject of the request first: otherwise the search would find the person in the request itself. */
  private async finish(tx: Tx, request: ClaimedRequest, person: Person): Promise<void> {
    await this.repository.saveSubject(tx, request, {});
    const { tables, columns, found } = await this.search.person(tx, person, {
      readElsewhere: this.readElsewhere(),
      operators: new Set(this.personalData.forErasure().flatMap((source) => source.operators ?? [])),
    });
    if (totalOf(found) > 0) throw new LeftBehind(found);
    const rescan = { at: new Date().toISOString(), tables, columns, found };
    await this.repository.finish(tx, { ...request, subject: {} }, { outcome: 'erased', rescan });
  }

  private readElsewhere(): ReadonlySet<string> {
    const sources = this.personalData.forErasure().filter((source) => source.rescanCustomer !== undefined);
    return new Set(sources.flatMap(({ tables }) => tables));
  }

  private async rescanSources(person: Person): Promise<Counts> {
    const counts: Counts[] = [];
    for (const source of this.personalData.forErasure()) counts.push((await source.rescanCustomer?.(person)) ?? {});
    return addCounts(...counts);
  }
}
