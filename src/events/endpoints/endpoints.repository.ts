import { Injectable } from '@nestjs/common';
import { SecretBox } from '#libs/crypto';
import { columnsOf, Database, type Tx } from '#libs/database';
import { isInstant, isUuid, type Page, pageOf, readCursor } from '#libs/kernel';
import { secretContext } from './endpoint-secrets.sealed.js';
import { EventAttempt } from './event-attempt.entity.js';
import { EventEndpoint } from './event-endpoint.entity.js';
import type { Place } from './run-progress.js';

const DUE = (now: string): string =>
  `enabled AND (due_at IS NULL OR due_at <= ${now}) AND (leased_until IS NULL OR leased_until <= ${now})`;

type Name = Readonly<Pick<EventEndpoint, 'retailerId' | 'name'>>;
/** A new endpoint; the other columns have defaults. */
type NewEndpoint = Pick<EventEndpoint, 'retailerId' | 'name' | 'url' | 'types' | 'enabled' | 'secret' | 'position'>;
type EndpointChanges = Partial<Omit<EventEndpoint, 'retailerId' | 'name' | 'retailer'>>;
export type AttemptRow = Omit<EventAttempt, 'of'>;

/** All SQL of endpoints and attempts. Secrets are sealed; they must never be logged. */
@Injectable()
export class EndpointsRepository {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
  ) {}

  list(retailerId: string): Promise<EventEndpoint[]> {
    return this.database
      .of(retailerId)
      .using(EventEndpoint, (rows) => rows.find({ where: { retailerId }, order: { name: 'ASC' } }));
  }

  async find({ retailerId, name }: Name): Promise<EventEndpoint | undefined> {
    const found = await this.database
      .of(retailerId)
      .using(EventEndpoint, (rows) => rows.findOneBy({ retailerId, name }));
    return found ?? undefined;
  }

  /** Locked until the transaction ends. */
  async lock(tx: Tx, { retailerId, name }: Name): Promise<EventEndpoint | undefined> {
    const where = { retailerId, name };
    const row = await tx.repository(EventEndpoint).findOne({ where, lock: { mode: 'pessimistic_write' } });
    return row ?? undefined;
  }

  async insert(tx: Tx, endpoint: NewEndpoint): Promise<void> {
    await tx.repository(EventEndpoint).insert(endpoint);
  }

  /** The caller has locked the endpoint. */
  async change(tx: Tx, { retailerId, name }: Name, changes: EndpointChanges): Promise<void> {
    await tx.repository(EventEndpoint).update({ retailerId, name }, changes);
  }

  async delete({ retailerId, name }: Name): Promise<boolean> {
    const { affected } = await this.database
      .of(retailerId)
      .using(EventEndpoint, (rows) => rows.delete({ retailerId, name }));
    return (affected ?? 0) > 0;
  }

  seal(secret: string, { retailerId, name }: Name): string {
    return this.box.seal(secret, secretContext(retailerId, name));
  }

  /** The valid secrets in plain text, the newest first. */
  secretsOf({ retailerId, name, secret, formerSecret, formerSecretUntil }: EventEndpoint): string[] {
    const isValid = formerSecret !== null && formerSecretUntil !== null && formerSecretUntil > new Date();
    return [secret, ...(isValid ? [formerSecret] : [])].map((text) =>
      this.box.open(text, secretContext(retailerId, name)),
    );
  }

  /** The endpoint with the lease of the worker; undefined where it is not due, or another worker has it. */
  async claim({ retailerId, name }: Name, worker: string, until: Date): Promise<EventEndpoint | undefined> {
    const [row] = await this.database.of(retailerId).query<EventEndpoint>(
      `UPDATE event_endpoints e SET leased_by = $3, leased_until = $4
        WHERE retailer_id = $1 AND name = $2 AND ${DUE('$5')} RETURNING ${columnsOf(EventEndpoint, 'e')}`,
      [retailerId, name, worker, until, new Date()],
    );
    return row;
  }

  /** Returns 0 where the lease is lost. */
  renew({ retailerId, name }: Name, worker: string, until: Date): Promise<number> {
    return this.database
      .of(retailerId)
      .execute(`UPDATE event_endpoints SET leased_until = $4 WHERE retailer_id = $1 AND name = $2 AND leased_by = $3`, [
        retailerId,
        name,
        worker,
        until,
      ]);
  }

  /**
   * Saves the place of an endpoint that this worker has leased. Returns the endpoint with its present settings;
   * undefined where the lease is lost or the endpoint deleted.
   */
  async move(
    { retailerId, name }: Name,
    worker: string,
    { position, acknowledged }: Place,
  ): Promise<EventEndpoint | undefined> {
    const [row] = await this.database.of(retailerId).query<EventEndpoint>(
      `UPDATE event_endpoints e SET position = $4::bigint, acknowledged = $5::bigint[]
        WHERE retailer_id = $1 AND name = $2 AND leased_by = $3 RETURNING ${columnsOf(EventEndpoint, 'e')}`,
      [retailerId, name, worker, position, acknowledged],
    );
    return row;
  }

  /** Ends the lease after a success. */
  async rest({ retailerId, name }: Name, worker: string): Promise<void> {
    await this.database.of(retailerId).execute(
      `UPDATE event_endpoints SET leased_by = NULL, leased_until = NULL, attempts = 0, due_at = NULL, failing_since = NULL
        WHERE retailer_id = $1 AND name = $2 AND leased_by = $3`,
      [retailerId, name, worker],
    );
  }

  /**
   * Ends the lease after a failure. With a reason the endpoint is disabled. Where a user has changed the address or
   * disabled the endpoint meanwhile, only the lease ends: the failure is not that of the new address.
   */
  async fail(
    { retailerId, name, url }: Pick<EventEndpoint, 'retailerId' | 'name' | 'url'>,
    worker: string,
    { dueAt, failingSince, reason }: { dueAt: Date; failingSince: Date; reason: string | null },
  ): Promise<void> {
    const failed = await this.database.of(retailerId).execute(
      `UPDATE event_endpoints SET leased_by = NULL, leased_until = NULL, attempts = attempts + 1, due_at = $4,
              failing_since = $5, enabled = $6::text IS NULL, disabled_reason = $6
        WHERE retailer_id = $1 AND name = $2 AND leased_by = $3 AND enabled AND url = $7`,
      [retailerId, name, worker, dueAt, failingSince, reason, url],
    );
    if (failed === 0) await this.rest({ retailerId, name }, worker);
  }

  /** Retailers with an endpoint that is due and has not got everything. */
  async retailersDue(): Promise<string[]> {
    const rows = await this.database.acrossRetailers.query<{ id: string }>(
      `SELECT DISTINCT e.retailer_id AS id
         FROM event_endpoints e JOIN event_heads h ON h.retailer_id = e.retailer_id AND h.position > e.position
        WHERE ${DUE('$1')} LIMIT 100`,
      [new Date()],
    );
    return rows.map(({ id }) => id);
  }

  /** How many events the enabled endpoint that is furthest behind has not got. Those of other types count too. */
  async mostBehind(): Promise<number> {
    const [row] = await this.database.acrossRetailers.query<{ behind: string | null }>(
      `SELECT max(h.position - e.position) AS behind
         FROM event_endpoints e JOIN event_heads h ON h.retailer_id = e.retailer_id WHERE e.enabled`,
    );
    return Number(row?.behind ?? 0);
  }

  async log(attempt: AttemptRow): Promise<void> {
    await this.database.of(attempt.retailerId).using(EventAttempt, (rows) => rows.insert(attempt));
  }

  /** The newest first. */
  async attempts({ retailerId, name }: Name, limit: number, cursor?: string): Promise<Page<AttemptRow>> {
    const [at, id] = readCursor(cursor, [isInstant, isUuid]) ?? [];
    const rows = await this.database.of(retailerId).query<AttemptRow & { readonly place: string }>(
      `SELECT ${columnsOf(EventAttempt, 'a')}, to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS place
         FROM event_attempts a WHERE retailer_id = $1 AND endpoint = $2
          AND ($3::timestamptz IS NULL OR (a.at, a.id) < ($3, $4::uuid))
        ORDER BY a.at DESC, a.id DESC LIMIT $5`,
      [retailerId, name, at ?? null, id ?? null, limit + 1],
    );
    const page = pageOf(rows, limit, (row) => [row.place, row.id]);
    return { ...page, items: page.items.map(({ place: _place, ...row }) => row) };
  }

  async deleteAttemptsBefore(instant: Date): Promise<void> {
    await this.database.acrossRetailers.execute(`DELETE FROM event_attempts WHERE at < $1`, [instant]);
  }
}
