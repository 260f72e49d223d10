import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { lockRetailer } from '../database/retailer-locks.js';
import type { Cause } from '../commerce/model/causes.js';
import { CommerceService } from '../commerce/intake/commerce.service.js';
import { countingRules } from '../commerce/model/count-order.js';
import type { CommerceRecord } from '../commerce/model/records.js';
import type { Retailer } from '../retailers/retailer.entity.js';
import { RetailersService } from '../retailers/retailers.service.js';
import type { Reading } from './store-connector.js';
import { StoreConnectorsService } from './store-connectors.service.js';

/** The installation under which records were read. */
export type Installation = Pick<Retailer, 'id' | 'installedAt'>;

/** Records of a store, and the cause of their read. */
export interface Readings {
  readonly records: readonly Reading[];
  readonly cause: Cause;
  /** Whether the records are also written where the store has to authorize again. Default: false. */
  readonly mayNeedReauth?: boolean;
  /** Runs in the transaction after the records are written. */
  readonly afterwards?: (tx: Tx) => Promise<void>;
}

/** Moves the place of a reading. False where another run is ahead; then nothing is written. */
export type Advance = (tx: Tx, records: readonly CommerceRecord[]) => Promise<boolean>;

const nothingToAdvance: Advance = () => Promise.resolve(true);

/**
 * The only writer of records that were read from a store. It writes records only for the installation under which they
 * were read.
 */
@Injectable()
export class InstallationWriterService {
  constructor(
    private readonly database: Database,
    private readonly retailers: RetailersService,
    private readonly commerce: CommerceService,
    private readonly connectors: StoreConnectorsService,
  ) {}

  /**
   * Writes the records and the new place in one transaction. False, with nothing written, where the installation has
   * ended, where the store has to authorize again (unless `mayNeedReauth`), or where `advance` is false.
   */
  write(
    { id: retailerId, installedAt }: Installation,
    { records, cause, mayNeedReauth = false, afterwards }: Readings,
    advance: Advance = nothingToAdvance,
  ): Promise<boolean> {
    return this.database.transaction(retailerId, async (tx) => {
      const present = (await this.retailers.forWriting(tx, [retailerId])).get(retailerId);
      if (!present || present.installedAt.getTime() !== installedAt.getTime()) return false;
      if (present.status !== 'installed' && !(mayNeedReauth && present.status === 'needs_reauth')) return false;
      // The lock comes before any read or write, so that the rows that readings use stay unchanged, and locks have one
      // order.
      await lockRetailer(tx, 'commerce', retailerId);
      const known = await inTurn(tx, records);
      if (!(await advance(tx, known))) return false;
      const commands = known.map((record) => ({ record, cause }));
      await this.commerce.apply(tx, { retailerId, rules: countingRules(present.settings) }, commands);
      await this.connectors.find(present.platform)?.afterWrite?.(tx, retailerId, commands);
      await afterwards?.(tx);
      return true;
    });
  }
}

async function inTurn(tx: Tx, readings: readonly Reading[]): Promise<CommerceRecord[]> {
  const records: CommerceRecord[] = [];
  for (const reading of readings) records.push(typeof reading === 'function' ? await reading(tx) : reading);
  return records;
}
