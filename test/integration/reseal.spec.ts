import { randomBytes, randomUUID } from 'node:crypto';
import { SecretBox } from '#libs/crypto';
import { Database, type SealedColumn } from '#libs/database';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EndpointsRepository } from '../../src/events/endpoints/endpoints.repository.js';
import { IdempotencyRepository } from '../../src/idempotency/idempotency.repository.js';
import { PlatformBStoresRepository } from '../../src/platform-b/client/stores.repository.js';
import { CredentialsRepository } from '../../src/retailers/credentials.repository.js';
import { MultipassSecret } from '../../src/retailers/multipass-secret.entity.js';
import { MultipassSecretRepository } from '../../src/retailers/multipass-secret.repository.js';
import { Retailer } from '../../src/retailers/retailer.entity.js';
import { reseal } from '../../src/sealed/reseal.js';
import { SEALED_COLUMNS } from '../../src/sealed/sealed-columns.js';
import { SealedRepository } from '../../src/sealed/sealed.repository.js';
import { given } from '../factories/given.js';
import { IdleApp } from '../setup/idle-app.js';

const OLD = randomBytes(32).toString('base64');
const NEW = randomBytes(32).toString('base64');

let app: IdleApp;
let database: Database;
beforeAll(async () => {
  app = await IdleApp.start();
  database = app.get(Database);
});
afterAll(() => app?.stop());
beforeEach(() =>
  app.sql('TRUNCATE retailers, retailer_credentials, multipass_secrets, platform_b_stores, idempotency_keys CASCADE'),
);

/** The secrets of one store, saved through the service's repositories. */
class Keeper {
  private readonly credentials: CredentialsRepository;
  private readonly multipass: MultipassSecretRepository;
  private readonly stores: PlatformBStoresRepository;
  private readonly keys: IdempotencyRepository;
  private readonly endpoints: EndpointsRepository;
  private readonly request = { caller: 'admin ada', route: 'POST /x', key: 'k', bodyHash: 'h' };

  constructor(keys: readonly string[]) {
    const box = new SecretBox(keys);
    this.credentials = new CredentialsRepository(database, box);
    this.multipass = new MultipassSecretRepository(database, box);
    this.stores = new PlatformBStoresRepository(database, box);
    this.keys = new IdempotencyRepository(database, box);
    this.endpoints = new EndpointsRepository(database, box);
  }

  async keep(retailerId: string): Promise<void> {
    await given(app).insert(Retailer, {
      id: retailerId,
      platform: 'platform-b',
      externalId: retailerId,
      name: 'x',
      status: 'installed',
      missingScopes: [],
      installedAt: new Date(),
    });
    const times = { expiresAt: null, refreshExpiresAt: null, issuedAt: new Date(), scopes: [] };
    await app.transaction(async (tx) => {
      await this.credentials.save(tx, retailerId, { accessToken: 'access', refreshToken: 'refresh', ...times });
      await this.multipass.save(tx, retailerId, 'multipass');
      await this.stores.save(tx, retailerId);
      const at = { retailerId, name: 'till' };
      const rest = { url: 'https://till.example', types: [], enabled: true, position: '0' };
      await this.endpoints.insert(tx, { ...at, ...rest, secret: this.endpoints.seal('second', at) });
      const formerSecretUntil = new Date(Date.now() + 3_600_000);
      await this.endpoints.change(tx, at, { formerSecret: this.endpoints.seal('first', at), formerSecretUntil });
    });
    const claim = await this.keys.claim({ retailerId, ...this.request });
    if (claim.status !== 'claimed') throw new Error(claim.status);
    await this.keys.store({ retailerId, ...this.request }, claim.claimedAt, { status: 200, body: 'answer' });
  }

  /** All secrets of the store in plain text. */
  async read(retailerId: string): Promise<unknown[]> {
    const { accessToken, refreshToken } = (await this.credentials.find(retailerId)) ?? {};
    const claim = await this.keys.claim({ retailerId, ...this.request });
    const answer = claim.status === 'answered' ? claim.answer.body : claim.status;
    const webhookToken = await this.stores.webhookToken(retailerId);
    const endpoint = await this.endpoints.find({ retailerId, name: 'till' });
    const secrets = endpoint ? this.endpoints.secretsOf(endpoint) : [];
    return [accessToken, refreshToken, await this.multipass.find(retailerId), answer, webhookToken?.length, ...secrets];
  }
}

const run = (keys: readonly string[], columns: readonly SealedColumn[] = SEALED_COLUMNS) =>
  reseal(columns, new SealedRepository(database), new SecretBox(keys));
const EVERYTHING = ['access', 'refresh', 'multipass', 'answer', 64, 'second', 'first'];

describe('keys:reseal', () => {
  it('leaves no text that only the old key opens, and changes no plain text', async () => {
    const stores = [randomUUID(), randomUUID(), randomUUID()];
    for (const store of stores) await new Keeper([OLD]).keep(store);
    const outcomes = await run([NEW, OLD]);
    expect(outcomes).toEqual(
      ['retailer_credentials.access_token', 'retailer_credentials.refresh_token', 'multipass_secrets.secret']
        .concat('platform_b_stores.webhook_token', 'idempotency_keys.answer')
        .concat('event_endpoints.secret', 'event_endpoints.former_secret')
        .map((column) => ({ column, resealed: 3, changed: 0, unreadable: 0 })),
    );
    for (const store of stores) expect(await new Keeper([NEW]).read(store)).toEqual(EVERYTHING);
    expect((await run([NEW, OLD])).map(({ resealed }) => resealed)).toEqual(SEALED_COLUMNS.map(() => 0));
  });

  it('covers all columns of the database with sealed texts', async () => {
    await new Keeper([OLD]).keep(randomUUID());
    const columns = await app.sql<{ table: string; column: string }>(
      `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
        WHERE table_schema = 'public' AND data_type = 'text'`,
    );
    const sealed: string[] = [];
    for (const { table, column } of columns) {
      const rows = await app.sql(`SELECT 1 FROM "${table}" WHERE "${column}" ~ '^v1\\.[0-9a-f]{8}\\.' LIMIT 1`);
      if (rows.length > 0) sealed.push(`${table}.${column}`);
    }
    expect(sealed.sort()).toEqual(SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort());
  });

  it('reports a text that no key opens, continues with the next, and resumes after an interruption', async () => {
    const [broken, ...others] = Array.from({ length: 3 }, () => randomUUID());
    for (const store of [broken ?? '', ...others]) await new Keeper([OLD]).keep(store);
    const gone = new SecretBox([randomBytes(32).toString('base64')]);
    await given(app).set(MultipassSecret, { secret: gone.seal('x', 'x') }, { retailerId: broken });
    await run([NEW, OLD], SEALED_COLUMNS.slice(0, 2));
    const outcomes = await run([NEW, OLD]);
    expect(outcomes[0]).toMatchObject({ resealed: 0 });
    expect(outcomes[2]).toEqual({ column: 'multipass_secrets.secret', resealed: 2, changed: 0, unreadable: 1 });
    for (const store of others) expect(await new Keeper([NEW]).read(store)).toEqual(EVERYTHING);
  });

  it('does not overwrite a text that the service has changed meanwhile', async () => {
    const store = randomUUID();
    await new Keeper([OLD]).keep(store);
    class Racing extends SealedRepository {
      override async others(...args: Parameters<SealedRepository['others']>) {
        const texts = await super.others(...args);
        await app.transaction((tx) =>
          new MultipassSecretRepository(database, new SecretBox([NEW])).save(tx, store, 'renewed'),
        );
        return texts;
      }
    }
    const columns = SEALED_COLUMNS.filter(({ table }) => table === 'multipass_secrets');
    const [outcome] = await reseal(columns, new Racing(database), new SecretBox([NEW, OLD]));
    expect(outcome).toMatchObject({ resealed: 0, changed: 1 });
    expect((await new Keeper([NEW, OLD]).read(store))[2]).toBe('renewed');
  });

  it('reseals more texts than fit on one page', async () => {
    const old = new SecretBox([OLD]);
    const ids = Array.from({ length: 1_203 }, () => randomUUID());
    await app.sql(
      `INSERT INTO idempotency_keys (retailer_id, caller, route, key, body_hash, status, answer)
       SELECT id, 'c', 'r', 'k', 'h', 200, answer FROM unnest($1::uuid[], $2::text[]) AS u (id, answer)`,
      [ids, ids.map((id) => old.seal('x', `idempotency ${id} c r k`))],
    );
    const outcomes = await run([NEW, OLD]);
    expect(outcomes[4]).toEqual({ column: 'idempotency_keys.answer', resealed: 1_203, changed: 0, unreadable: 0 });
  });
});
