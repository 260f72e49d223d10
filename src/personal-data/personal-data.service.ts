import { Injectable } from '@nestjs/common';
import type { Sql, Tx } from '#libs/database';
import type { Person } from './person.js';

/** How many rows of which table. */
export type Counts = Readonly<Record<string, number>>;

/** One step of an erasure; `next` is where to go on in another transaction, undefined at the end. */
export interface ErasureStep {
  readonly removed: Counts;
  readonly next?: string | undefined;
}

/** Called behind the locks of a removal, in its transaction: counts it, and throws where the store is installed again. */
export type Removing = (tx: Tx, removed: Counts) => Promise<void>;

/** What a source stands on: a feature refers to facts, both refer to the ground. */
export type Layer = 'feature' | 'facts' | 'ground';

/**
 * What one module holds of people and of stores. Each module registers its own, so that an export, an erasure and a
 * purge reach everything without knowing any feature. Everything may run twice and has to end in the same state.
 */
export interface PersonalDataSource {
  readonly name: string;
  readonly layer: Layer;
  /** All tables of the module with a retailer_id. A purge empties them in this order: what refers before what is referred to. */
  readonly tables: readonly string[];
  /** Tables whose rows outlive a purge, each with the reason. */
  readonly survives?: Readonly<Record<string, string>>;
  /**
   * Columns (`table.column`) that name those who run the service. Their address may be a customer's as well, so the search
   * after an erasure passes them over: what an operator did stays on record.
   */
  readonly operators?: readonly string[];
  /**
   * Tables whose rows name files, and how a purge empties each: a row goes in a transaction of its own, with its file, so
   * that a crash leaves no file that nothing names.
   */
  readonly files?: Readonly<Record<string, (retailerId: string, removing: Removing) => Promise<void>>>;
  /** Adds what the module knows: other ids, addresses, orders. Its locks keep the answer true until the end of `tx`. */
  identify?(tx: Tx, person: Person): Promise<Person>;
  /** Sections of the export by name. */
  exportCustomer?(sql: Sql, person: Person): Promise<Readonly<Record<string, unknown>>>;
  /** Erases the person; `cursor` is the `next` of the step before. Facts go first, features after them. */
  eraseCustomer?(tx: Tx, person: Person, cursor: string | undefined): Promise<ErasureStep>;
  /** Personal data of the person that the general search of text columns can't see, such as bytes. */
  rescanCustomer?(person: Person): Promise<Counts>;
  /** Whether the store is said to have left and is still being asked: its removal then waits for the answer. */
  isLeaving?(retailerId: string): Promise<boolean>;
  /** Before a purge empties the tables: what is changed and not deleted. */
  retire?(tx: Tx, retailerId: string): Promise<Counts>;
  /** In place of counting the rows in the module's tables: what a purge must not leave behind. */
  rescanRetailer?(sql: Sql, retailerId: string): Promise<Counts>;
}

const DOWNWARDS: readonly Layer[] = ['feature', 'facts', 'ground'];
const ERASURE: readonly Layer[] = ['facts', 'feature', 'ground'];

/** Where modules announce what they hold of people. */
@Injectable()
export class PersonalDataService {
  private readonly sources: PersonalDataSource[] = [];

  register(source: PersonalDataSource): void {
    this.sources.push(source);
  }

  /** What refers comes before what is referred to: the order of a purge. */
  downwards(): readonly PersonalDataSource[] {
    return inOrder(this.sources, DOWNWARDS);
  }

  /** Facts first: nothing can be derived of a customer any more when the derived data goes. */
  forErasure(): readonly PersonalDataSource[] {
    return inOrder(this.sources, ERASURE);
  }
}

const inOrder = (sources: readonly PersonalDataSource[], layers: readonly Layer[]): PersonalDataSource[] =>
  layers.flatMap((layer) => sources.filter((source) => source.layer === layer));

export function addCounts(...all: readonly Counts[]): Counts {
  const sum: Record<string, number> = {};
  for (const [table, rows] of all.flatMap((counts) => Object.entries(counts))) {
    if (rows > 0) sum[table] = (sum[table] ?? 0) + rows;
  }
  return sum;
}

export const totalOf = (counts: Counts): number => Object.values(counts).reduce((sum, rows) => sum + rows, 0);
