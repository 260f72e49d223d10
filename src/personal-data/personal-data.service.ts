import { Injectable } from '@nestjs/common';
import type { Sql, Tx } from '#libs/database';
import type { Person } from './person.js';

/** Numbers of rows by table. */
export type Counts = Readonly<Record<string, number>>;

/** One step of an erasure. `next` is the cursor of the next step, in another transaction; undefined at the end. */
export interface ErasureStep {
  readonly removed: Counts;
  readonly next?: string | undefined;
}

/**
 * Called in the transaction of a removal, after its locks: counts the removal, and throws where the store is installed
 * again.
 */
export type Removing = (tx: Tx, removed: Counts) => Promise<void>;

/** A customer who was merged into another one. Addresses are null where they are unknown. */
export interface MergedCustomer {
  readonly retailerId: string;
  /** Our ids. */
  readonly from: string;
  readonly to: string;
  readonly fromEmail: string | null;
  readonly toEmail: string | null;
}

/** The layer of a source: tables of a feature refer to facts, and both refer to the ground. */
export type Layer = 'feature' | 'facts' | 'ground';

/**
 * What one module stores about people and stores. Each module registers its own source, so that an export, an erasure
 * and a purge reach all data without depending on any feature. Every method must be idempotent.
 */
export interface PersonalDataSource {
  readonly name: string;
  readonly layer: Layer;
  /** All tables of the module with a `retailer_id`. A purge empties them in this order: referring tables come first. */
  readonly tables: readonly string[];
  /** Tables whose rows outlive a purge, with the reason for each. */
  readonly survives?: Readonly<Record<string, string>>;
  /**
   * Columns (`table.column`) that name operators of the service. An operator may also be a customer with the same
   * address, and the record of an operator's action must stay. So the search after an erasure skips these columns.
   */
  readonly operators?: readonly string[];
  /**
   * Tables whose rows name files, each with the function that purges it. The function deletes each row together with
   * its file in a transaction of its own, so that a crash leaves no file without a row.
   */
  readonly files?: Readonly<Record<string, (retailerId: string, removing: Removing) => Promise<void>>>;
  /**
   * Rows that stay where they are when their customer is merged into another one ($3), by table: a condition on the row
   * `mine`.
   */
  readonly stayAtMerge?: Readonly<Record<string, string>>;
  /** Called when a customer was merged into another one, before the rows of all tables move. */
  mergeCustomer?(tx: Tx, merged: MergedCustomer): Promise<void>;
  /** Adds the ids, addresses and orders that the module knows. Its locks keep them complete until the end of `tx`. */
  identify?(tx: Tx, person: Person): Promise<Person>;
  /** The module's sections of an export, by name. */
  exportCustomer?(sql: Sql, person: Person): Promise<Readonly<Record<string, unknown>>>;
  /**
   * Called when the person is known and before any module erases: for a module whose figures are computed from rows of
   * other modules, and must stay as they are. Returns what it removed.
   */
  beforeErasure?(tx: Tx, person: Person): Promise<Counts>;
  /**
   * True where `eraseCustomer` takes a lock for which other work of the store waits. Then it has a transaction of its
   * own, so that no two of these locks are held together. Other sources of a layer share one.
   */
  readonly locksStore?: boolean;
  /**
   * Tables in which `eraseCustomer` changes only rows of the person, by `retailer_id` and `customer_id`. It is not
   * called where none has such a row.
   */
  readonly erasesOnly?: readonly string[];
  /** Erases the person; `cursor` is the `next` of the step before. Facts are erased before features. */
  eraseCustomer?(tx: Tx, person: Person, cursor: string | undefined): Promise<ErasureStep>;
  /** Counts data of the person that the general search of text columns does not find, such as bytes. */
  rescanCustomer?(sql: Sql, person: Person): Promise<Counts>;
  /** Whether the store is reported as gone and has not confirmed it yet. The purge then waits for the answer. */
  isLeaving?(retailerId: string): Promise<boolean>;
  /** Called before a purge empties the tables, for rows that are changed and not deleted. */
  retire?(tx: Tx, retailerId: string): Promise<Counts>;
  /** Counts what a purge must not leave behind, instead of a count of all rows in the module's tables. */
  rescanRetailer?(sql: Sql, retailerId: string): Promise<Counts>;
}

const PURGE: readonly Layer[] = ['feature', 'facts', 'ground'];
const ERASURE: readonly Layer[] = ['facts', 'feature', 'ground'];

/** The registry of personal data sources. */
@Injectable()
export class PersonalDataService {
  private readonly sources: PersonalDataSource[] = [];

  register(source: PersonalDataSource): void {
    this.sources.push(source);
  }

  /** The order of a purge: referring tables come before the tables that they refer to. */
  forPurge(): readonly PersonalDataSource[] {
    return inOrder(this.sources, PURGE);
  }

  forMerge(): readonly PersonalDataSource[] {
    return this.sources;
  }

  /** Facts come first: once they are gone, no data can be derived from them again. */
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
