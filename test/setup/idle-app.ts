import { rm } from 'node:fs/promises';
import type { Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Database, type Tx } from '#libs/database';
import { createLogger } from '#libs/kernel';
import { JOB_QUEUES, JobProducer, type JobQueues } from '#libs/queue';
import type pg from 'pg';
import { vi } from 'vitest';
import { CommerceRepository } from '../../src/commerce/storage/commerce.repository.js';
import { readConfig } from '../../src/config/app-config.js';
import { Runtime } from '../../src/config/runtime.js';
import { RetailerChangesService } from '../../src/admin/retailer-changes.service.js';
import { createApp } from '../../src/http.js';
import { deliveryIdOf } from '../../src/inbox/delivery-id.js';
import { InboxRepository, type NewDelivery } from '../../src/inbox/inbox.repository.js';
import { RecountHandler } from '../../src/commerce/recount/recount.handler.js';
import { IntakeHandler } from '../../src/inbox/intake.handler.js';
import { PersonalDataService } from '../../src/personal-data/personal-data.service.js';
import { ClockService } from '../../src/segmentation/clock/clock.service.js';
import { EvaluationHandler } from '../../src/segmentation/segments/evaluation.handler.js';
import { MembershipRepository } from '../../src/segmentation/membership/membership.repository.js';
import { MembershipHandler } from '../../src/segmentation/membership/membership.handler.js';
import { prepare } from './test-app.js';
import { type RunsSql, TestDatabase } from './test-database.js';

/** A delivery for the inbox, with the platform's delivery id. */
export interface Posted {
  readonly id: string;
  readonly topic: string;
  readonly body: object;
}

/** An api process that does not listen. The test calls the handlers of jobs itself. */
export async function startIdle(
  overrides: Readonly<Record<string, string>> = {},
  publicUrl = 'http://127.0.0.1',
): Promise<{ app: NestFastifyApplication; databaseUrl: string; dataDir: string }> {
  const { environment, dataDir } = await prepare({ ROLE: 'api', ...overrides });
  const { DATABASE_URL: databaseUrl = '', REDIS_URL = '' } = environment;
  const runtime = new Runtime(readConfig(environment), databaseUrl, REDIS_URL, publicUrl);
  return { app: await createApp(runtime, createLogger({ level: 'silent', pretty: false })), databaseUrl, dataDir };
}

/** A service without workers. The test calls the handlers of jobs itself, one after the other. */
export class IdleApp implements RunsSql {
  private posted = 0;

  private constructor(
    private readonly app: NestFastifyApplication,
    readonly database: TestDatabase,
    private readonly dataDir: string,
  ) {}

  static async start(overrides: Readonly<Record<string, string>> = {}): Promise<IdleApp> {
    const { app, databaseUrl, dataDir } = await startIdle(overrides);
    return new IdleApp(app, new TestDatabase(databaseUrl), dataDir);
  }

  sql<R extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    return this.database.sql<R>(text, values);
  }

  /** Inserts deliveries into the inbox, due in their order. A repeated id has no effect. */
  async post(retailerId: string, deliveries: readonly Posted[]): Promise<void> {
    const rows = deliveries.map(({ id, topic, body }) => ({
      id: deliveryIdOf(retailerId, id),
      delivery: id,
      topic,
      body: JSON.stringify(body),
      place: (this.posted += 1),
    }));
    await this.sql(
      `INSERT INTO deliveries (retailer_id, id, topic, delivery_id, body, received_at, due_at)
       SELECT $1, id, topic, delivery, convert_to(body, 'UTF8'), at, at
         FROM json_to_recordset($2::json) AS r (id uuid, delivery text, topic text, body text, place int),
              LATERAL (SELECT now() - interval '1 hour' + place * interval '1 millisecond' AS at) due
       ON CONFLICT DO NOTHING`,
      [retailerId, JSON.stringify(rows)],
    );
  }

  /** Stores deliveries as one group of concurrent requests. Returns the number of new ones. */
  store(deliveries: readonly NewDelivery[]): Promise<number> {
    return this.app.get(InboxRepository).insert(deliveries);
  }

  /** Runs the intake job once, for one batch of due deliveries. */
  async workInbox(): Promise<void> {
    await this.app.get(IntakeHandler).run({ retailerIds: [], deliveryIds: [] });
  }

  /** Runs the job that evaluates all changed customers of the retailer. */
  async workChanges(retailerId: string): Promise<void> {
    await this.app.get(MembershipHandler).applyChanges({ retailerId });
  }

  /** Changes the retailer like an admin. */
  async change(retailerId: string, countUnpaidOrders: boolean): Promise<void> {
    await this.app
      .get(RetailerChangesService, { strict: false })
      .change(retailerId, { settings: { countUnpaidOrders } }, 'a test');
  }

  /** Runs the recount job once, from the saved cursor over all orders of the retailer. */
  async workRecount(retailerId: string): Promise<void> {
    await this.app.get(RecountHandler, { strict: false }).recount({ retailerId });
  }

  /** Evaluates a segment over all customers at the instant `at`, by default now. */
  async evaluate(retailerId: string, segmentId: string, at?: number): Promise<void> {
    const memberships = this.app.get(MembershipRepository);
    const clock = at === undefined ? undefined : vi.spyOn(memberships, 'clock').mockResolvedValue(at);
    const isOpen = `SELECT FROM segments WHERE id = $1 AND status = 'evaluating'`;
    // A run of the job ends after a while, so this repeats it until the evaluation is done.
    do await this.app.get(EvaluationHandler).evaluateAll({ retailerId, segmentId });
    while ((await this.sql(isOpen, [segmentId])).length > 0);
    clock?.mockRestore();
  }

  /** Runs the clock once for the instant, in milliseconds since the epoch. */
  async passTime(until: number): Promise<void> {
    await this.app.get(ClockService).catchUp(until);
  }

  /** Any provider of the service. */
  get<T>(type: Type<T>): T {
    return this.app.get(type);
  }

  recomputeFacts(retailerId: string, customerIds: readonly string[]): Promise<void> {
    return this.transaction((tx) => this.app.get(CommerceRepository).recomputeFacts(tx, retailerId, customerIds));
  }

  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.app.get(Database).transactionAcrossRetailers(work);
  }

  get queues(): JobQueues {
    return this.app.get<JobQueues>(JOB_QUEUES);
  }

  /** The personal data sources of the service's modules. */
  get personalData(): PersonalDataService {
    return this.app.get(PersonalDataService);
  }

  get producer(): JobProducer {
    return this.app.get(JobProducer);
  }

  /** Runs the jobs until nothing is due. */
  async workOff(retailerId: string): Promise<void> {
    const due = `SELECT 1 FROM deliveries WHERE status = 'pending' AND due_at <= now() LIMIT 1`;
    while ((await this.sql(due)).length > 0) await this.workInbox();
    await this.workChanges(retailerId);
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.database.end();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
