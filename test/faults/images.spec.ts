import { rm } from 'node:fs/promises';
import { OpenAiSimulator } from '#libs/simulators';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signToken } from '../../src/auth/sign-token.js';
import { migrate } from '../../src/database/migrate.js';
import { ImageBudget } from '../../src/image-generation/providers/image-budget.entity.js';
import { ImageRender } from '../../src/image-generation/renders/image-render.entity.js';
import type { ImageAnswer } from '../../src/image-generation/requests/image-answers.dto.js';
import { stored } from '../factories/given.js';
import { quietPort } from '../setup/quiet-port.js';
import { ServiceProcess } from '../setup/service-process.js';
import { prepare } from '../setup/test-app.js';
import { TestDatabase } from '../setup/test-database.js';
import { waitFor } from '../setup/wait-for.js';
import { installStore } from '../setup/webhooks.js';

const API_KEY = 'sk-of-the-simulator';
const SECRET = 'a-secret-of-module-r-of-at-least-32-bytes';
/** The number of images that a worker renders at once. `REQUESTS` is more than that. */
const AT_ONCE = 4;
const REQUESTS = 6;

let provider: OpenAiSimulator;
let environment: Record<string, string>;
let database: TestDatabase;
let service: ServiceProcess;
let store: { retailerId: string; brandId: string };

async function open(settings: Record<string, string> = {}): Promise<void> {
  const port = String(await quietPort());
  ({ environment } = await prepare({ PORT: port, MODULE_JWT_SECRET: SECRET, ...settings }));
  await migrate(environment['DATABASE_URL'] ?? '');
  database = new TestDatabase(environment['DATABASE_URL'] ?? '');
  store = await installStore(database);
  service = await ServiceProcess.start(environment);
}

async function killAndRestart(): Promise<void> {
  await service.end('SIGKILL');
  service = await ServiceProcess.start(environment);
}

beforeEach(async () => {
  provider = await OpenAiSimulator.start({ apiKey: API_KEY, imageMs: 1_500 });
});
afterEach(async () => {
  if (!service.exit) await service.end('SIGKILL');
  await database.end();
  await provider.stop();
  await rm(environment['DATA_DIR'] ?? '', { recursive: true, force: true });
});

async function call(method: string, path: string, body?: object): Promise<ImageAnswer> {
  const token = signToken('module', { sub: store.retailerId }, [SECRET], 600);
  const answer = await fetch(`${service.url}/module-r/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return (await answer.json()) as ImageAnswer;
}

const ask = (at: number, rest: object = {}): Promise<ImageAnswer> =>
  call('POST', 'image/hero-generation', {
    brandId: store.brandId,
    prompt: `image ${at}`,
    style: 'minimal',
    dimensions: { width: 300, height: 150 },
    ...rest,
  });

/** Every accepted request, once it is ready or failed. */
async function settled(ids: readonly string[]): Promise<ImageAnswer[]> {
  const read = (): Promise<ImageAnswer[]> => Promise.all(ids.map((id) => call('GET', `images/${id}`)));
  await waitFor(async () => (await read()).every(({ status }) => status === 'ready' || status === 'failed'), 50_000);
  return read();
}

describe('kill -9 while images are rendered', () => {
  it('loses no image, pays for none twice, and books calls with an unknown outcome', async () => {
    await open({ OPENAI_API_KEY: API_KEY, OPENAI_BASE_URL: provider.baseUrl });
    const asked: ImageAnswer[] = [];
    for (let at = 0; at < REQUESTS; at += 1) asked.push(await ask(at));
    await waitFor(() => provider.imageCalls.length === AT_ONCE);
    await killAndRestart();
    const images = await settled(asked.map(({ id }) => id));
    const failed = images.filter(({ status }) => status === 'failed');
    expect(failed.map(({ problem }) => problem?.code)).toEqual(
      Array.from({ length: AT_ONCE }, () => 'image_provider_outcome_unknown'),
    );
    expect(images.filter(({ status }) => status === 'ready')).toHaveLength(REQUESTS - AT_ONCE);
    const prompts = provider.imageCalls.map(({ prompt }) => prompt.split('\n')[0]);
    expect(new Set(prompts).size).toBe(REQUESTS);
    expect(prompts).toHaveLength(REQUESTS);
    const outcomes = await database.sql<{ outcome: string; calls: string; amount: string }>(
      `SELECT outcome, count(*) AS calls, sum(amount) AS amount FROM image_provider_calls GROUP BY outcome ORDER BY outcome`,
    );
    expect(outcomes).toEqual([
      { outcome: 'succeeded', calls: '2', amount: '0.5000' },
      { outcome: 'unknown', calls: '4', amount: '1.0000' },
    ]);
    expect(await stored(database).rows(ImageBudget, {}, 'reserved', 'spent')).toEqual([
      { reserved: '0.0000', spent: '1.5000' },
    ]);
  });

  it('renders all images that cost nothing', async () => {
    await open();
    const large = { dimensions: { width: 2_000, height: 1_500 }, variants: 2 };
    const asked: ImageAnswer[] = [];
    for (let at = 0; at < REQUESTS; at += 1) asked.push(await ask(at, large));
    await waitFor(
      async () => (await stored(database).rows(ImageRender, { status: ['rendering', 'ready'] })).length >= 2,
    );
    await killAndRestart();
    const images = await settled(asked.map(({ id }) => id));
    expect(images.map(({ status }) => status)).toEqual(Array.from({ length: REQUESTS }, () => 'ready'));
    for (const { variants } of images) {
      const file = await fetch(variants[0]?.url ?? '');
      expect((await file.arrayBuffer()).byteLength).toBe(variants[0]?.bytes);
    }
  });
});
