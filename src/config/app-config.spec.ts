import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AppConfig, readConfig } from './app-config.js';
import { ConfigurationError } from './read-values.js';

type Environment = Readonly<Record<string, string | undefined>>;

const aSecret = (): string => randomBytes(32).toString('base64');
const SECRET_NAMES = ['ADMIN_JWT_SECRETS', 'MODULE_JWT_SECRETS', 'RETAILER_JWT_SECRETS', 'CUSTOMER_JWT_SECRETS'];
/** The files keep the older single names. */
const SECRET_FILES = SECRET_NAMES.map((name) => name.slice(0, -1));
const EMAIL_NAMES = ['SMTP_URL', 'EMAIL_FROM', 'EMAIL_LINK_SECRETS'];
const REQUIRED = ['PUBLIC_URL', 'DATABASE_URL', 'REDIS_URL', 'ENCRYPTION_KEYS', ...SECRET_NAMES, ...EMAIL_NAMES];

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'rekindle-config-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const development = (environment: Environment = {}): AppConfig => readConfig({ DATA_DIR: dataDir, ...environment });

/** A complete installation, with changes. */
const production = (changes: Environment = {}): AppConfig =>
  readConfig({
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    PUBLIC_URL: 'https://rekindle.example',
    DATABASE_URL: 'postgres://rekindle:secret@db.example:5432/rekindle?sslmode=verify-full',
    REDIS_URL: 'rediss://redis.example:6379',
    ENCRYPTION_KEYS: aSecret(),
    SMTP_URL: 'smtps://user:secret@smtp.example:465',
    EMAIL_FROM: 'Shop <mail@rekindle.example>',
    EMAIL_LINK_SECRETS: aSecret(),
    ...Object.fromEntries(SECRET_NAMES.map((name) => [name, aSecret()])),
    ...changes,
  });

/** The mistakes that `readConfig` finds. */
function mistakes(read: () => AppConfig): readonly string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
}

describe('the operations pages', () => {
  it('have the documentation outside production, and in production where DOCS is on', () => {
    expect([development().docs, development({ DOCS: 'off' }).docs]).toEqual([true, false]);
    expect([production().docs, production({ DOCS: 'on' }).docs]).toEqual([false, true]);
  });

  it('are on the main port unless OPERATIONS_PORT is set', () => {
    expect(production().operationsPort).toBeUndefined();
    expect(production({ OPERATIONS_PORT: '9100' }).operationsPort).toBe(9_100);
    expect(mistakes(() => production({ PORT: '9100', OPERATIONS_PORT: '9100' }))).toEqual([
      'OPERATIONS_PORT must not be PORT',
    ]);
  });
});

describe('readConfig outside production', () => {
  it('needs no variable at all', () => {
    expect(String(development().roles)).toBe('all');
    expect(development()).toMatchObject({
      production: false,
      host: '127.0.0.1',
      port: 3000,
      publicUrl: undefined,
      databaseUrl: undefined,
      redisUrl: undefined,
      platformA: undefined,
    });
  });

  it('treats an empty value as not set', () => {
    expect(development({ PORT: '', PUBLIC_URL: ' ', DATABASE_URL: '' })).toMatchObject({
      port: 3000,
      publicUrl: undefined,
      databaseUrl: undefined,
    });
  });

  it('generates secrets once and reads them again', () => {
    const { encryptionKeys, tokenSecrets } = development();
    expect(encryptionKeys.map(({ length }) => length)).toEqual([32]);
    expect(new Set(Object.values(tokenSecrets).flat()).size).toBe(4);
    expect(development()).toMatchObject({ encryptionKeys, tokenSecrets });
  });

  it('generates secrets that only their owner can read', () => {
    development();
    const folder = join(dataDir, 'secrets');
    const files = readdirSync(folder).sort();
    expect(files).toEqual(['EMAIL_LINK_SECRETS', 'ENCRYPTION_KEYS', ...SECRET_FILES].sort());
    expect(files.map((file) => statSync(join(folder, file)).mode & 0o777)).toEqual(files.map(() => 0o600));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('generates no secret for a variable that is set', () => {
    const given = 'g'.repeat(32);
    expect(development({ ADMIN_JWT_SECRETS: given }).tokenSecrets.admin).toEqual([given]);
    expect(readdirSync(join(dataDir, 'secrets'))).not.toContain('ADMIN_JWT_SECRET');
  });

  it('lists all mistakes in one message', () => {
    const read = (): AppConfig =>
      development({
        PORT: '70000',
        ROLE: 'boss',
        PUBLIC_URL: 'rekindle.example',
        DATABASE_URL: 'mysql://localhost/rekindle',
        ENCRYPTION_KEYS: 'c2hvcnQ=',
        ADMIN_JWT_SECRET: 'short',
        PLATFORM_A_CLIENT_ID: 'app',
        PLATFORM_A_SHOP_BASE_URL: 'https://no-placeholder.example',
      });
    expect(mistakes(read)).toEqual([
      'ROLE has no role "boss"; it is a comma list of all, api, worker, or worker: and some of ' +
        'intake, segmentation, sequences, email, images, stores, privacy',
      'PORT must be a whole number from 0 to 65535',
      'PUBLIC_URL must be a URL that starts with https:// or http://',
      'DATABASE_URL must be a URL that starts with postgres:// or postgresql://',
      'ENCRYPTION_KEYS must be base64 keys of 32 bytes each, comma separated, newest first',
      'ADMIN_JWT_SECRET must be at least 32 bytes long',
      'PLATFORM_A_SHOP_BASE_URL must be a URL with {shop} in it, such as https://{shop}',
      'PLATFORM_A_CLIENT_ID and PLATFORM_A_CLIENT_SECRETS belong together: set both or none',
    ]);
    expect(read).toThrow(/^The configuration has mistakes:(\n {2}- .+){8}$/);
  });

  it('refuses values of a wrong form', () => {
    const wrong = {
      QUEUE_PREFIX: 'a b',
      PLATFORM_A_SCOPES: 'read orders',
      PLATFORM_A_API_VERSION: 'latest',
      PLATFORM_A_SHOP_SUFFIXES: 'https://foo',
      PLATFORM_B_STOREFRONT_ORIGINS: 'foo',
    };
    expect(mistakes(() => development(wrong)).map((problem) => problem.split(' ')[0])).toEqual(Object.keys(wrong));
    const right = {
      PLATFORM_A_SCOPES: 'read_orders, customer_read_customers',
      PLATFORM_A_API_VERSION: 'unstable',
      PLATFORM_A_SHOP_SUFFIXES: 'myshopify.com,shops.localhost',
      PLATFORM_B_STOREFRONT_ORIGINS: 'https://www.shop.example,http://127.0.0.1:8080,http://[::1]:8080',
      QUEUE_PREFIX: 'rekindle:2',
    };
    expect(mistakes(() => development(right))).toEqual([]);
    expect(mistakes(() => development({ PLATFORM_B_STOREFRONT_ORIGINS: 'https://shop.example/' }))).toHaveLength(1);
  });

  it.each([
    ['is a file', () => join(dataDir, 'file'), /^DATA_DIR: ENOTDIR/],
    // In a folder that refuses new folders, a recursive mkdir would never end.
    ['the system has for itself', () => '/proc/foo', /^DATA_DIR: (EACCES|ENOENT|EROFS|EPERM)/],
  ])('names DATA_DIR where it %s, beside the other mistakes', (_what, path, message) => {
    writeFileSync(join(dataDir, 'file'), '');
    const problems = mistakes(() => development({ DATA_DIR: path(), PORT: 'x' }));
    expect(problems).toEqual(['PORT must be a whole number from 0 to 65535', expect.stringMatching(message)]);
  });

  it('never repeats a value in its message, because it may be a secret', () => {
    const problems = mistakes(() => development({ ADMIN_JWT_SECRET: 'hunter2', REDIS_URL: 'http://:hunter2@redis' }));
    expect(problems).toHaveLength(2);
    expect(problems.join()).not.toContain('hunter2');
  });

  it('says what is wrong with an address of Redis', () => {
    expect(mistakes(() => development({ REDIS_URL: 'redis+sentinel://one,two' }))).toEqual([
      expect.stringMatching(/^REDIS_URL lacks the name of the master/),
    ]);
  });

  it('refuses one secret for two kinds of token', () => {
    const same = 's'.repeat(40);
    expect(
      mistakes(() => development({ ADMIN_JWT_SECRET: same, CUSTOMER_JWT_SECRETS: `${aSecret()},${same}` })),
    ).toEqual(['ADMIN_JWT_SECRETS and CUSTOMER_JWT_SECRETS share a secret: all must be different']);
  });

  it('reads secrets as lists, and a single one under its older name', () => {
    const [newest, older] = [aSecret(), `${aSecret()},with a comma`];
    const { tokenSecrets, platformB } = development({
      ADMIN_JWT_SECRETS: `${newest}, ${aSecret().slice(0, 40)}`,
      ADMIN_JWT_SECRET: older,
      MODULE_JWT_SECRET: older,
      PLATFORM_B_CLIENT_ID: 'id',
      PLATFORM_B_CLIENT_SECRETS: 'new,old',
    });
    expect(tokenSecrets.admin).toEqual([newest, expect.any(String)]);
    expect(tokenSecrets.module).toEqual([older]);
    expect(platformB?.clientSecrets).toEqual(['new', 'old']);
    expect(mistakes(() => development({ ADMIN_JWT_SECRETS: `${newest},short` }))).toEqual([
      'ADMIN_JWT_SECRETS must be at least 32 bytes long',
    ]);
  });

  it('reads a sender with and without a name, and refuses other texts', () => {
    expect(development({ EMAIL_FROM: 'A Shop <hello@shop.example>' }).email.from).toEqual({
      name: 'A Shop',
      address: 'hello@shop.example',
    });
    expect(development({ EMAIL_FROM: 'hello@shop.example' }).email.from).toEqual({ address: 'hello@shop.example' });
    for (const wrong of ['shop', 'a@shop.example, b@shop.example', 'Shop <hello@shop.example> x']) {
      expect(mistakes(() => development({ EMAIL_FROM: wrong }))).toHaveLength(1);
    }
  });

  it('accepts a DKIM key in both forms, and only a complete RSA key', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 1_024 }).privateKey.export({
      type: 'pkcs8',
      format: 'pem',
    });
    const curve = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
    const dkim = { DKIM_DOMAIN: 'shop.example', DKIM_SELECTOR: 'k1' };
    for (const key of [String(rsa).replaceAll('\n', '\\n'), Buffer.from(rsa).toString('base64')]) {
      expect(development({ ...dkim, DKIM_PRIVATE_KEY: key }).email.dkim?.privateKey).toBe(rsa);
    }
    expect(mistakes(() => development(dkim))).toEqual([
      'DKIM_DOMAIN, DKIM_SELECTOR and DKIM_PRIVATE_KEY belong together: set all or none',
    ]);
    for (const key of [Buffer.from(curve).toString('base64'), 'rubbish']) {
      expect(mistakes(() => development({ ...dkim, DKIM_PRIVATE_KEY: key }))[0]).toMatch(/RSA/);
    }
  });

  it('reads lists in their order and bases without a slash at the end', () => {
    const { publicUrl, platformA } = development({
      PUBLIC_URL: 'https://rekindle.example/',
      PLATFORM_A_CLIENT_ID: 'app',
      PLATFORM_A_CLIENT_SECRETS: 'new, old',
      PLATFORM_A_SHOP_BASE_URL: 'http://127.0.0.1:4101/{shop}/',
      PLATFORM_A_BULK_HOSTS: 'files.example.com:8443',
    });
    expect(publicUrl).toBe('https://rekindle.example');
    expect(platformA).toEqual({
      clientId: 'app',
      clientSecrets: ['new', 'old'],
      scopes: ['read_orders', 'read_customers', 'read_products'],
      apiVersion: '2026-10',
      shopSuffixes: ['myshopify.com'],
      shopBaseUrl: 'http://127.0.0.1:4101/{shop}',
      bulkHosts: ['files.example.com:8443'],
      adminBaseUrl: 'https://admin.shopify.com',
    });
  });
});

describe('readConfig in production', () => {
  it('accepts a complete environment and writes nothing to the disk', () => {
    expect(production()).toMatchObject({ production: true, databaseUrl: expect.any(String) as string });
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('refuses to start without secrets, datastores and PUBLIC_URL, and names them all', () => {
    const problems = mistakes(() => readConfig({ NODE_ENV: 'production', DATA_DIR: dataDir }));
    expect(problems).toEqual(REQUIRED.map((name) => `${name} is missing`));
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('does not use secrets that development generated', () => {
    development();
    expect(mistakes(() => production({ CUSTOMER_JWT_SECRETS: undefined }))).toEqual([
      'CUSTOMER_JWT_SECRETS is missing',
    ]);
  });

  it('refuses plain http for stores and their admin', () => {
    const plain = {
      PLATFORM_A_SHOP_BASE_URL: 'http://127.0.0.1:4101/{shop}',
      PLATFORM_A_ADMIN_BASE_URL: 'http://127.0.0.1:4101/admin',
    };
    expect(mistakes(() => production(plain))).toEqual([
      'PLATFORM_A_SHOP_BASE_URL must be https in production',
      'PLATFORM_A_ADMIN_BASE_URL must be https in production',
    ]);
  });

  it('refuses plain http for its own addresses', () => {
    const plain = { PUBLIC_URL: 'http://rekindle.example', DASHBOARD_URL: 'http://rekindle.example/dashboard' };
    expect(mistakes(() => production(plain))).toEqual([
      'PUBLIC_URL must be https in production',
      'DASHBOARD_URL must be https in production',
    ]);
  });

  it.each([
    ['one character', 'x'.repeat(48)],
    ['a few characters', 'abacabadabacabaeabacabadabacabaf'],
    ['a part over and over', 'k8Zr2Qp9'.repeat(6)],
    ['a run', 'abcdefghijklmnopqrstuvwxyz0123456789'],
    ['words that everybody tries', 'please-change-this-super-secret-password'],
    ['its own name, filled up', 'ADMIN_JWT_SECRET-xxxxxxxxxxxxxxxx'],
  ])('refuses a secret that can be guessed: %s', (_what, weak) => {
    for (const name of ['ADMIN_JWT_SECRETS', 'EMAIL_LINK_SECRETS', 'EMAIL_WEBHOOK_SECRETS']) {
      expect(
        mistakes(() => production({ [name]: `${aSecret()},${weak}` })),
        name,
      ).toEqual([`${name} has a secret that can be guessed: make one of 32 random bytes`]);
    }
  });

  it('refuses an encryption key that is not random', () => {
    for (const key of [Buffer.alloc(32, 1), Buffer.from('0123456789abcdef'.repeat(2))]) {
      expect(mistakes(() => production({ ENCRYPTION_KEYS: key.toString('base64') }))).toHaveLength(1);
    }
  });

  it('accepts random secrets in every usual form', () => {
    const forms = [
      () => randomBytes(16).toString('hex'),
      () => randomBytes(32).toString('hex'),
      () => randomBytes(24).toString('base64'),
      () => randomBytes(48).toString('base64url'),
    ];
    for (const form of forms) {
      const many = (): string => Array.from({ length: 500 }, form).join(',');
      expect(mistakes(() => production({ ADMIN_JWT_SECRETS: many(), MODULE_JWT_SECRETS: many() }))).toEqual([]);
    }
  });

  it('refuses one secret for two purposes', () => {
    const same = aSecret();
    const app = { PLATFORM_B_CLIENT_ID: 'id', PLATFORM_B_CLIENT_SECRETS: `${aSecret()},${same}` };
    expect(mistakes(() => production({ ENCRYPTION_KEYS: `${aSecret()},${same}`, EMAIL_LINK_SECRETS: same }))).toEqual([
      'ENCRYPTION_KEYS and EMAIL_LINK_SECRETS share a secret: all must be different',
    ]);
    expect(mistakes(() => production({ ...app, CUSTOMER_JWT_SECRETS: same }))).toEqual([
      'CUSTOMER_JWT_SECRETS and PLATFORM_B_CLIENT_SECRETS share a secret: all must be different',
    ]);
    expect(mistakes(() => production({ ADMIN_JWT_SECRETS: `${same},${same}` }))).toEqual([
      'ADMIN_JWT_SECRETS has the same secret twice',
    ]);
  });

  it.each([['*'], ['https://shop.example *'], ['https:'], ['https://*'], ['*:443']])(
    'refuses FRAME_ANCESTORS=%s',
    (sources) => {
      expect(mistakes(() => production({ FRAME_ANCESTORS: sources }))).toEqual([
        'FRAME_ANCESTORS must name its hosts in production: with * every site may show our pages in a frame',
      ]);
    },
  );

  it('accepts hosts, ports and wildcard hosts in FRAME_ANCESTORS', () => {
    expect(mistakes(() => production({ FRAME_ANCESTORS: "https://*.mybigcommerce.com localhost:* 'self'" }))).toEqual(
      [],
    );
  });

  it.each([
    ['DATABASE_URL', 'postgres://u@db.example/x'],
    ['DATABASE_URL', 'postgres://u@db.example/x?sslmode=disable'],
    ['DATABASE_URL', 'postgres://u@127.0.0.1/x?host=db.example'],
    ['DATABASE_URL', 'postgres://u@10.0.0.4/x'],
    ['DATABASE_OWNER_URL', 'postgres://owner@db.example/x'],
    ['DATABASE_REPLICA_URL', 'postgres://u@db.example/x'],
    ['DATABASE_URL', 'postgres://u@127.0.0.1.example/x'],
    ['REDIS_URL', 'redis://redis.example:6379'],
    ['REDIS_URL', 'redis://:pass@10.0.0.5'],
    ['REDIS_URL', 'redis:///0?host=redis.example'],
    ['REDIS_URL', 'redis://127.0.0.1:6379,redis://redis.example:6379'],
    ['REDIS_URL', 'redis+sentinel://redis.example/main'],
  ])('refuses %s = %s unless PRIVATE_NETWORK is on', (name, url) => {
    expect(mistakes(() => production({ [name]: url }))).toEqual([
      expect.stringMatching(new RegExp(`^${name} leads over the network without encryption: .*PRIVATE_NETWORK=true`)),
    ]);
    expect(mistakes(() => production({ [name]: url, PRIVATE_NETWORK: 'true' }))).toEqual([]);
  });

  it.each([
    ['DATABASE_URL', 'postgres://u@localhost/x'],
    ['DATABASE_URL', 'postgres://u@127.1.2.3/x'],
    ['DATABASE_URL', 'postgres://u@[::1]/x'],
    ['DATABASE_URL', 'postgres:///x?host=/var/run/postgresql'],
    ['DATABASE_URL', 'postgres://u@db.example/x?sslmode=require'],
    ['REDIS_URL', 'redis://127.0.0.1:6379'],
    ['REDIS_URL', 'redis://[::1]:6379'],
    ['REDIS_URL', 'rediss://one.example,rediss://two.example'],
    ['REDIS_URL', 'rediss+sentinel://one.example,two.example/main'],
  ])('accepts %s = %s', (name, url) => {
    expect(mistakes(() => production({ [name]: url }))).toEqual([]);
  });

  it('lists all of its refusals in one message', () => {
    const wrong = {
      PUBLIC_URL: 'http://rekindle.example',
      DASHBOARD_URL: 'http://rekindle.example/d',
      ADMIN_JWT_SECRETS: 'a'.repeat(40),
      MODULE_JWT_SECRETS: 'a'.repeat(40),
      FRAME_ANCESTORS: '*',
      DATABASE_URL: 'postgres://u@db.example/x',
      REDIS_URL: 'redis://redis.example',
      CUSTOMER_JWT_SECRETS: undefined,
    };
    expect(mistakes(() => production(wrong))).toHaveLength(9);
  });

  it('refuses stores of other domains', () => {
    expect(mistakes(() => production({ PLATFORM_A_SHOP_SUFFIXES: 'myshopify.com,shop.example' }))).toEqual([
      'PLATFORM_A_SHOP_SUFFIXES may only hold myshopify.com in production',
    ]);
  });
});

describe('the settings of platform B', () => {
  const app = { PLATFORM_B_CLIENT_ID: 'id', PLATFORM_B_CLIENT_SECRET: 'secret' };

  it('are missing without a client id, and complete with one', () => {
    expect(development().platformB).toBeUndefined();
    expect(development(app).platformB).toMatchObject({
      clientId: 'id',
      loginBaseUrl: 'https://login.bigcommerce.com',
      apiBaseUrl: 'https://api.bigcommerce.com',
      legacySignedPayload: true,
      storefrontOrigins: [],
    });
  });

  it('belong together, and are https in production', () => {
    expect(mistakes(() => development({ PLATFORM_B_CLIENT_ID: 'id' }))).toHaveLength(1);
    const plain = { PLATFORM_B_LOGIN_BASE_URL: 'http://a.example', PLATFORM_B_API_BASE_URL: 'http://b.example' };
    expect(mistakes(() => production({ ...app, ...plain }))).toHaveLength(2);
    expect(
      mistakes(() => development({ FRAME_ANCESTORS: "https://a.example; script-src 'unsafe-inline'" })),
    ).toHaveLength(1);
  });
});

describe('the settings of images', () => {
  it.each([
    [{}, undefined],
    [{ OPENAI_IMAGE_MODEL: 'gpt-image-1' }, 'high'],
    [{ OPENAI_IMAGE_MODEL: 'gpt-image-1.5' }, 'high'],
    [{ OPENAI_IMAGE_MODEL: 'gpt-image-1', OPENAI_INPUT_FIDELITY: 'low' }, 'low'],
    [{ OPENAI_IMAGE_MODEL: 'gpt-image-1', OPENAI_INPUT_FIDELITY: 'none' }, undefined],
  ])('ask for the fidelity that a model has: %j', (settings, fidelity) => {
    expect(development({ OPENAI_API_KEY: 'key', ...settings }).images.openAi?.inputFidelity).toBe(fidelity);
  });

  it('describe the input of a segmentation model', () => {
    const given = { CUTOUT_MODEL: '/weights/u2net.onnx', CUTOUT_MODEL_MEAN: '0.485,0.456,0.406' };
    expect(development().images.cutoutModel).toBeUndefined();
    expect(development(given).images.cutoutModel).toEqual({
      path: '/weights/u2net.onnx',
      mean: [0.485, 0.456, 0.406],
      deviation: [1, 1, 1],
    });
    expect(mistakes(() => development({ ...given, CUTOUT_MODEL_DEVIATION: '0.2,0,0.2' }))).toHaveLength(1);
  });
});
