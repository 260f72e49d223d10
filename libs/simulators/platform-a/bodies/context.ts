import type { OrderRecord, StoreProfile } from '../../records/records.js';
import { MoneyWriter, ZonedClock } from './json.js';

/** What every body of a store needs: its clock and its money. */
export class BodyContext {
  readonly clock: ZonedClock;
  private readonly home: MoneyWriter;

  constructor(readonly store: StoreProfile) {
    this.clock = new ZonedClock(store.ianaTimezone);
    this.home = new MoneyWriter(store.currency, store.currency, 1);
  }

  moneyOf({ presentment }: OrderRecord): MoneyWriter {
    return presentment ? new MoneyWriter(this.store.currency, presentment.currency, presentment.rate) : this.home;
  }
}
