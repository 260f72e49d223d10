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

/** What comes in while a round runs is found by the next. */
const ROUNDS = 3;

/**
 * Erases one person from everything that the modules of the service hold, step by step; each step is committed with its
 * count, so that a run after a crash goes on and the receipt still tells all of it.
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
    const person = await this.remember(request);
    let left: Counts = {};
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (const source of this.personalData.forErasure()) await this.erase(request, source, person);
      left = await this.finishIfClean(request, person);
      if (totalOf(left) === 0) return;
    }
    throw new LeftBehind(left);
  }

  /**
   * Who it is has to be kept until the end, because the rows that tell it go. From the commit on nothing of the person
   * is taken in any more.
   */
  private remember(request: ClaimedRequest): Promise<Person> {
    return this.database.transaction(request.retailerId, async (tx) => {
      const person = await this.identification.identify(tx, request);
      await this.tombstones.add(tx, person);
      await this.repository.saveSubject(tx, request, { ...request.subject, person });
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

  /** Looks again, everywhere, and closes the request only where nothing is found. Returns what is left. */
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

  /** The request itself names the person until the moment before the search, which would find it there. */
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
