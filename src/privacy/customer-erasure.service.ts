import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { groupBy } from '#libs/kernel';
import { type Column, type Findings, sumOf } from './catalogue-search.repository.js';
import { ErasureSearchService } from './erasure-search.service.js';
import { IdentificationService } from './identification.service.js';
import { LeftBehind } from './left-behind.js';
import { type ClaimedRequest, PrivacyRepository, type Removal } from './privacy.repository.js';
import type { Person } from '../personal-data/person.js';
import {
  addCounts,
  type Counts,
  type Layer,
  PersonalDataService,
  type PersonalDataSource,
  totalOf,
} from '../personal-data/personal-data.service.js';
import { TombstonesService } from '../personal-data/tombstones.service.js';

/** Each round finds the rows that were written during the round before. */
const ROUNDS = 3;
const RENEW_AFTER_MS = 60_000;
/** Their many statements find rows of few customers, by an index for any number of them. */
const KEEPS_PLANS = { plans: 'kept' } as const;

/** A request with its person. */
interface Erasure {
  readonly request: ClaimedRequest;
  readonly person: Person;
}

/** One person in one module. `cursor` is where the next step begins. */
interface Part extends Erasure {
  readonly source: PersonalDataSource;
  readonly cursor?: string;
}

/**
 * Erases persons of one retailer from all modules, step by step. A step is one group of modules for all persons, and is
 * committed together with its counts of rows, so that a run after a crash continues and the receipts list everything.
 * Several persons at once share the transactions and the search through all tables.
 */
@Injectable()
export class CustomerErasureService {
  constructor(
    private readonly database: Database,
    private readonly personalData: PersonalDataService,
    private readonly identification: IdentificationService,
    private readonly tombstones: TombstonesService,
    private readonly repository: PrivacyRepository,
    private readonly search: ErasureSearchService,
  ) {}

  /** All requests are of the same retailer. Throws `LeftBehind` where something of any of the persons is left. */
  async run(retailerId: string, requests: readonly ClaimedRequest[]): Promise<void> {
    const [erasures, columns] = await Promise.all([this.saveIdentities(retailerId, requests), this.search.columns()]);
    const renew = this.renewal(retailerId, requests);
    let left: Counts = {};
    for (let round = 1; round <= ROUNDS; round += 1) {
      const searched = await this.eraseAndSearch(retailerId, erasures, columns, renew);
      left = await this.finishIfClean(retailerId, erasures, columns, searched);
      if (totalOf(left) === 0) return;
    }
    throw new LeftBehind(left);
  }

  /**
   * Searches once all steps are committed. The steps do not wait for the disk, so a crash of Postgres may bring rows
   * back, and an earlier search would miss them. Two searches run side by side, because each connection plans its own.
   */
  private async eraseAndSearch(
    retailerId: string,
    erasures: readonly Erasure[],
    columns: readonly Column[],
    renew: (tx: Tx) => Promise<void>,
  ): Promise<Findings> {
    for (const group of this.groups()) await this.erase(retailerId, group, erasures, renew);
    const persons = erasures.map(({ person }) => person);
    const search = (...layers: Layer[]): Promise<Findings> => this.search.layers(retailerId, layers, persons, columns);
    return sumOf(...(await Promise.all([search('facts'), search('feature', 'ground')])));
  }

  /**
   * Stores the persons' ids and addresses until the end, because the rows that they come from are deleted. From this
   * commit on the intake refuses everything about the persons, so the figures of all modules about them stay. It waits
   * for the disk: without the stored ids nobody could continue after a crash of Postgres.
   */
  private saveIdentities(retailerId: string, requests: readonly ClaimedRequest[]): Promise<Erasure[]> {
    const work = async (tx: Tx): Promise<Erasure[]> => {
      const erasures: Erasure[] = [];
      for (const request of requests) {
        const person = await this.identification.identify(tx, request);
        await this.tombstones.add(tx, person);
        erasures.push({ request, person });
      }
      const subjects = erasures.map(({ request, person }) => [request.id, { ...request.subject, person }] as const);
      await this.repository.saveSubjects(tx, retailerId, new Map(subjects));
      for (const source of this.personalData.forErasure()) {
        if (!source.beforeErasure) continue;
        const removals: Removal[] = [];
        for (const { request, person } of erasures) {
          removals.push({ request, removed: await source.beforeErasure(tx, person) });
        }
        await this.repository.progress(tx, retailerId, removals);
      }
      return erasures;
    };
    return this.database.transaction(retailerId, work, KEEPS_PLANS);
  }

  /**
   * Modules that share their transactions: those of one layer, except that a module with a lock of the whole store has
   * its own.
   */
  private groups(): PersonalDataSource[][] {
    const erasing = this.personalData.forErasure().filter((source) => source.eraseCustomer !== undefined);
    const layers = [...groupBy(erasing, ({ layer }) => layer).values()];
    return layers
      .flatMap((sources) => [
        ...sources.filter(({ locksStore }) => locksStore).map((source) => [source]),
        sources.filter(({ locksStore }) => !locksStore),
      ])
      .filter((group) => group.length > 0);
  }

  /**
   * The commits do not wait for the disk, so the locks are short. The last commit brings all of them to the disk. If
   * Postgres crashes before it, rows are back and the request is still open: its next run erases them.
   */
  private async erase(
    retailerId: string,
    group: readonly PersonalDataSource[],
    erasures: readonly Erasure[],
    renew: (tx: Tx) => Promise<void>,
  ): Promise<void> {
    let open: readonly Part[] | undefined;
    do {
      const work = async (tx: Tx): Promise<Part[]> => {
        await renew(tx);
        return this.step(tx, retailerId, open ?? (await this.parts(tx, retailerId, group, erasures)));
      };
      open = await this.database.step(retailerId, work, KEEPS_PLANS);
    } while (open.length > 0);
  }

  /**
   * The persons in each module of the group that may hold something of them. What is written after this statement is
   * found by the search at the end.
   */
  private async parts(
    tx: Tx,
    retailerId: string,
    group: readonly PersonalDataSource[],
    erasures: readonly Erasure[],
  ): Promise<Part[]> {
    const customerIds = erasures.flatMap(({ person }) => person.customerIds);
    const holding = await this.search.holding(tx, retailerId, group, customerIds);
    return holding.flatMap((source) => erasures.map((erasure) => ({ ...erasure, source })));
  }

  /** Returns the parts that have a next step. */
  private async step(tx: Tx, retailerId: string, parts: readonly Part[]): Promise<Part[]> {
    const left: Part[] = [];
    const removed = new Map<ClaimedRequest, Counts>();
    for (const part of parts) {
      const { request, person, source, cursor } = part;
      const done = await source.eraseCustomer?.(tx, person, cursor);
      removed.set(request, addCounts(removed.get(request) ?? {}, done?.removed ?? {}));
      if (done?.next !== undefined) left.push({ ...part, cursor: done.next });
    }
    const removals = [...removed].map(([request, counts]) => ({ request, removed: counts }));
    await this.repository.progress(tx, retailerId, removals);
    return left;
  }

  /** Renews the leases, at most once a minute: a step that finds nothing then has nothing to write to the disk. */
  private renewal(retailerId: string, requests: readonly ClaimedRequest[]): (tx: Tx) => Promise<void> {
    let renewedAt = performance.now();
    return async (tx) => {
      if (performance.now() - renewedAt < RENEW_AFTER_MS) return;
      await this.repository.renew(tx, retailerId, requests);
      renewedAt = performance.now();
    };
  }

  /** Finishes the requests only where nothing was found and they themselves are empty. Returns what was found. */
  private async finishIfClean(
    retailerId: string,
    erasures: readonly Erasure[],
    columns: readonly Column[],
    searched: Findings,
  ): Promise<Counts> {
    if (totalOf(searched.found) > 0) return searched.found;
    try {
      const work = (tx: Tx): Promise<void> => this.finish(tx, retailerId, erasures, columns, searched);
      await this.database.transaction(retailerId, work, KEEPS_PLANS);
      return {};
    } catch (error) {
      if (error instanceof LeftBehind) return error.found;
      throw error;
    }
  }

  /** Empties the subjects of the requests first: otherwise the search would find the persons in the requests. */
  private async finish(
    tx: Tx,
    retailerId: string,
    erasures: readonly Erasure[],
    all: readonly Column[],
    searched: Findings,
  ): Promise<void> {
    await this.repository.saveSubjects(tx, retailerId, new Map(erasures.map(({ request }) => [request.id, {}])));
    const persons = erasures.map(({ person }) => person);
    const { tables, columns, found } = sumOf(searched, await this.search.requests(tx, retailerId, persons, all));
    if (totalOf(found) > 0) throw new LeftBehind(found);
    const rescan = { at: new Date().toISOString(), tables, columns, found };
    for (const { request } of erasures) {
      await this.repository.finish(tx, { ...request, subject: {} }, { outcome: 'erased', rescan });
    }
  }
}
