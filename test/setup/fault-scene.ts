import { rm } from 'node:fs/promises';
import { WebhookSender } from '#libs/simulators';
import { expect } from 'vitest';
import { BusyStore, SEGMENTS } from '../factories/busy-store.js';
import { migrate } from '../../src/database/migrate.js';
import { quietPort } from './quiet-port.js';
import { ServiceProcess } from './service-process.js';
import { defineSegments, expectConsistency, storedState } from './store-state.js';
import { CLIENT_SECRET, prepare } from './test-app.js';
import { TestDatabase } from './test-database.js';
import { waitFor } from './wait-for.js';
import { installStore } from './webhooks.js';

/** A year of so many customers has about 2,000 different deliveries. */
const CUSTOMERS = 480;

/**
 * A service process, a store with segments and a year of deliveries, and a sender. Like the platform, the sender
 * repeats a delivery with the same id until it is answered with 2xx. A test breaks something while `play` runs.
 */
export class FaultScene {
  /** Every delivery that was answered 200, with the number of times it was sent. */
  readonly answered: { readonly id: string; readonly attempts: number }[] = [];
  /** Pauses of 50, 100, 200 ms and so on, most of a minute in all, because a restart is slow on a busy machine. */
  private readonly sender = new WebhookSender({
    clientSecret: CLIENT_SECRET,
    concurrency: 16,
    retries: 10,
    retryWindowMs: 1_023 * 50,
  });

  private closing: Promise<void> | undefined;

  private constructor(
    readonly environment: Readonly<Record<string, string>>,
    readonly database: TestDatabase,
    readonly service: { process: ServiceProcess },
    readonly store: BusyStore,
  ) {}

  static async start(overrides: Readonly<Record<string, string>> = {}, customers = CUSTOMERS): Promise<FaultScene> {
    const port = String(await quietPort());
    const { environment } = await prepare({ PORT: port, ...overrides });
    await migrate(environment['DATABASE_URL'] ?? '');
    const database = new TestDatabase(environment['DATABASE_URL'] ?? '');
    await defineSegments(database, await installStore(database), SEGMENTS);
    const service = { process: await ServiceProcess.start(environment) };
    return new FaultScene(environment, database, service, new BusyStore({ seed: 'faults', customers }));
  }

  get url(): string {
    return this.service.process.url;
  }

  /** Sends the year. Resolves when every delivery is answered 200 or given up. */
  play(): Promise<void> {
    return this.sender.sendAll(this.store.deliveries(this.url), ({ result, delivery, attempts }) => {
      if (result === 'delivered') this.answered.push({ id: delivery.webhookId, attempts });
    });
  }

  /** Resolves when so many deliveries were answered 200. */
  answeredAtLeast(count: number): Promise<void> {
    return waitFor(() => this.answered.length >= count);
  }

  async restart(): Promise<void> {
    this.service.process = await ServiceProcess.start(this.environment);
  }

  /** How often each delivery of the inbox was processed, by delivery id. */
  async inbox(): Promise<Map<string, number>> {
    const rows = await this.database.sql<{ id: string; attempts: number }>(
      `SELECT delivery_id AS id, attempts FROM deliveries`,
    );
    return new Map(rows.map(({ id, attempts }) => [id, attempts]));
  }

  /** Checks that every delivery that was answered 200 is in the inbox. */
  async expectAnsweredAreKept(): Promise<void> {
    const answered = this.answered.map(({ id }) => id);
    const inbox = await this.inbox();
    expect(answered.filter((id) => !inbox.has(id))).toEqual([]);
  }

  /** Checks that every delivery in the inbox was answered, so no request was cut off after its commit. */
  async expectAnsweredAreAllThatIsKept(): Promise<void> {
    const answered = new Set(this.answered.map(({ id }) => id));
    expect([...(await this.inbox()).keys()].filter((id) => !answered.has(id))).toEqual([]);
    await this.expectAnsweredAreKept();
  }

  /** Checks that every delivery was answered 200 and counted once, and that facts and memberships are right. */
  async expectAllCounted(): Promise<void> {
    const { statistics: sent } = this;
    expect({ failed: sent.failed, dropped: sent.dropped }).toEqual({ failed: 0, dropped: 0 });
    await this.database.settled();
    await this.expectAnsweredAreKept();
    expect([...(await this.inbox())].filter(([, attempts]) => attempts !== 1)).toEqual([]);
    expect(await storedState(this.database)).toEqual(this.store.expected);
    await expectConsistency(this.database);
  }

  get statistics() {
    return this.sender.stats;
  }

  /** Stops sending. */
  giveUp(): Promise<void> {
    return (this.closing ??= this.sender.close());
  }

  async end(): Promise<void> {
    await this.giveUp();
    if (!this.service.process.exit) await this.service.process.end('SIGKILL');
    await this.database.end();
    await rm(this.environment['DATA_DIR'] ?? '', { recursive: true, force: true });
  }
}
