import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { CatalogueSearchRepository, type Column, type Findings, sumOf } from './catalogue-search.repository.js';
import type { Person } from '../personal-data/person.js';
import {
  addCounts,
  type Counts,
  type Layer,
  PersonalDataService,
  type PersonalDataSource,
} from '../personal-data/personal-data.service.js';

/** Names the persons until the last transaction of their erasure. */
const REQUESTS = 'privacy_requests';

/** Which modules hold something of persons, before their erasure and after it. */
@Injectable()
export class ErasureSearchService {
  constructor(
    private readonly database: Database,
    private readonly personalData: PersonalDataService,
    private readonly catalogue: CatalogueSearchRepository,
  ) {}

  /** The columns of all tables, for the searches of one erasure. */
  columns(): Promise<Column[]> {
    return this.catalogue.columns();
  }

  /** Those of the modules that may have a row of one of the customers. */
  async holding(
    tx: Tx,
    retailerId: string,
    sources: readonly PersonalDataSource[],
    customerIds: readonly string[],
  ): Promise<PersonalDataSource[]> {
    const tables = sources.flatMap(({ erasesOnly }) => erasesOnly ?? []);
    const held = await this.catalogue.tablesOf(tx, retailerId, tables, customerIds);
    return sources.filter(({ erasesOnly }) => erasesOnly?.some((table) => held.has(table)) ?? true);
  }

  /**
   * Searches what is committed in the tables of some layers, except the requests. It takes one connection at a time, so
   * nothing waits for a connection with another one in hand.
   */
  async layers(
    retailerId: string,
    layers: readonly Layer[],
    persons: readonly Person[],
    columns: readonly Column[],
  ): Promise<Findings> {
    const layerOf = this.layersByTable();
    const wanted = columns.filter(
      ({ table }) => table !== REQUESTS && layers.includes(layerOf.get(table) ?? 'feature'),
    );
    const found = await this.rescan(retailerId, layers, persons);
    const search = (tx: Tx): Promise<Findings> => this.search(tx, retailerId, persons, wanted);
    const others = await this.database.transaction(retailerId, search, { plans: 'kept' });
    return sumOf({ tables: 0, columns: 0, found }, others);
  }

  /** Searches the requests, in the transaction that finishes them. */
  requests(tx: Tx, retailerId: string, persons: readonly Person[], columns: readonly Column[]): Promise<Findings> {
    const ofRequests = columns.filter(({ table }) => table === REQUESTS);
    return this.search(tx, retailerId, persons, ofRequests);
  }

  /** Tables that no module names are searched with those of the features. */
  private layersByTable(): ReadonlyMap<string, Layer> {
    const sources = this.personalData.forErasure();
    return new Map(sources.flatMap(({ tables, layer }) => tables.map((table) => [table, layer] as const)));
  }

  private search(
    tx: Tx,
    retailerId: string,
    persons: readonly Person[],
    columns: readonly Column[],
  ): Promise<Findings> {
    const sources = this.personalData.forErasure();
    const operators = new Set(sources.flatMap((source) => source.operators ?? []));
    const readElsewhere = new Set(
      sources.filter((source) => source.rescanCustomer !== undefined).flatMap(({ tables }) => tables),
    );
    const searched = columns.filter(
      ({ table, column, type }) =>
        !(type === 'bytea' && readElsewhere.has(table)) && !operators.has(`${table}.${column}`),
    );
    return this.catalogue.persons(tx, retailerId, persons, searched);
  }

  /** What the modules of the layers find themselves. */
  private async rescan(retailerId: string, layers: readonly Layer[], persons: readonly Person[]): Promise<Counts> {
    const sql = this.database.of(retailerId);
    const counts: Counts[] = [];
    for (const source of this.personalData.forErasure()) {
      if (!layers.includes(source.layer) || !source.rescanCustomer) continue;
      for (const person of persons) counts.push(await source.rescanCustomer(sql, person));
    }
    return addCounts(...counts);
  }
}
