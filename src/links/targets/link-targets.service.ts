import { Injectable } from '@nestjs/common';
import { BoundedMap } from '#libs/bounded-map';
import { Database } from '#libs/database';
import type { NewTarget } from '../rewriting/rewrite-links.js';
import { LinkTarget } from './link-target.entity.js';

const DAY_MS = 86_400_000;
/** Entries of each cache; one has about 200 bytes. */
const MOST_KNOWN = 20_000;

/** The targets of links. An email costs no statement once its targets are stored. */
@Injectable()
export class LinkTargetsService {
  /** Targets that this process knows to be stored, with the day. */
  private readonly stored = new BoundedMap<string, number>(MOST_KNOWN);
  private readonly found = new BoundedMap<string, string>(MOST_KNOWN);

  constructor(private readonly database: Database) {}

  /** Stores the targets, and once a day that they are in use. Call it before an email with these links is sent. */
  async store(retailerId: string, targets: readonly NewTarget[]): Promise<void> {
    const today = Math.floor(Date.now() / DAY_MS);
    const wanted = new Map(
      targets.filter(({ id }) => this.stored.get(`${retailerId}/${id}`) !== today).map((target) => [target.id, target]),
    );
    if (wanted.size === 0) return;
    // In one order, so that two workers with the same targets wait for each other instead of blocking each other.
    const rows = [...wanted.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
    await this.database.of(retailerId).execute(
      `INSERT INTO link_targets AS t (retailer_id, id, url, used_at)
       SELECT $1, id, url, $4 FROM unnest($2::text[], $3::text[]) AS r (id, url)
       ON CONFLICT (retailer_id, id) DO UPDATE SET used_at = excluded.used_at WHERE t.used_at < excluded.used_at`,
      [retailerId, rows.map(({ id }) => id), rows.map(({ url }) => url), new Date(today * DAY_MS)],
    );
    for (const { id } of rows) this.stored.set(`${retailerId}/${id}`, today);
  }

  /** The address of a target, with marks in place of personal data; undefined if it is not stored. */
  async find(retailerId: string, id: string): Promise<string | undefined> {
    const key = `${retailerId}/${id}`;
    const known = this.found.get(key);
    if (known !== undefined) return known;
    const row = await this.database
      .of(retailerId)
      .using(LinkTarget, (targets) => targets.findOneBy({ retailerId, id }));
    if (row) this.found.set(key, row.url);
    return row?.url;
  }

  /** Deletes targets that no email has used since the instant. */
  deleteUnused(since: Date): Promise<number> {
    return this.database.acrossRetailers.execute(`DELETE FROM link_targets WHERE used_at < $1`, [since]);
  }
}
