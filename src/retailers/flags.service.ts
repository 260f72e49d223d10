import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { RetailerFlag } from './retailer-flag.entity.js';
import { FLAG_NAMES, FLAGS, type FlagName, type Flags } from './flags.js';

/** The most settings that an answer has. Operators set a flag by hand, so there are few. */
const HISTORY = 200;

/** Reads and sets the flags of retailers. Nothing is cached, so a flag holds at once in every process. */
@Injectable()
export class FlagsService {
  constructor(private readonly database: Database) {}

  async isOn(retailerId: string, name: FlagName): Promise<boolean> {
    return (await this.of(retailerId))[name];
  }

  async of(retailerId: string): Promise<Flags> {
    const rows = await this.database
      .of(retailerId)
      .using(RetailerFlag, (flags) => flags.find({ where: { retailerId }, order: { number: 'ASC' } }));
    const set = new Map(rows.map(({ name, enabled }) => [name, enabled]));
    return Object.fromEntries(FLAG_NAMES.map((name) => [name, set.get(name) ?? FLAGS[name].fallback])) as Flags;
  }

  /** The newest settings of all flags, the newest first. */
  history(retailerId: string): Promise<RetailerFlag[]> {
    return this.database
      .of(retailerId)
      .using(RetailerFlag, (flags) =>
        flags.find({ where: { retailerId }, order: { setAt: 'DESC', name: 'ASC', number: 'DESC' }, take: HISTORY }),
      );
  }

  /** Adds a row for each flag whose value changes. The caller holds the lock on the retailer's settings. */
  async set(tx: Tx, retailerId: string, wanted: Partial<Flags>, setBy: string): Promise<void> {
    const flags = tx.repository(RetailerFlag);
    for (const name of FLAG_NAMES) {
      const enabled = wanted[name];
      const newest = await flags.findOne({ where: { retailerId, name }, order: { number: 'DESC' } });
      if (enabled === undefined || enabled === (newest?.enabled ?? FLAGS[name].fallback)) continue;
      await flags.insert({ retailerId, name, number: (newest?.number ?? 0) + 1, enabled, setBy, setAt: new Date() });
    }
  }
}
