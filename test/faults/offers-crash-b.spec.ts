import { SmtpSink } from '#libs/simulators';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { OfferCode } from '../../src/offers/offer-code.entity.js';
import { stored } from '../factories/given.js';
import { offerSceneB } from '../setup/offer-scene.js';
import { StageB } from '../setup/platform-b.js';
import { quietPort } from '../setup/quiet-port.js';
import { step } from '../setup/sequence-store.js';
import { ServiceProcess } from '../setup/service-process.js';

const BUYERS = 6;
const OFFER = { kind: 'percent', value: 10, endsIn: 'P7D', fallback: 'skip' };
const BODY = 'Use code:{{ offer.code }}! [Go]({{ shop.url }})';

/** The api stays up. A separate worker process mints and sends, and is killed. */
let stage: StageB;
let sink: SmtpSink;
let worker: ServiceProcess;

beforeAll(async () => {
  sink = await SmtpSink.start();
  stage = await StageB.start({ ROLE: 'api', SMTP_URL: sink.url, EMAIL_LEASE_SECONDS: '2' });
  worker = await startWorker();
});
afterEach(async () => {
  // After a failed test.
  if (worker.exit) worker = await startWorker();
});
afterAll(async () => {
  if (worker && !worker.exit) await worker.end('SIGKILL');
  await stage?.stop();
  await sink?.stop();
});

const startWorker = async (): Promise<ServiceProcess> =>
  ServiceProcess.start({ ...stage.app.environment, ROLE: 'worker', PORT: String(await quietPort()) });

describe('kill -9 of the worker while it mints codes on platform B', () => {
  it.each([
    ['after the promotion is created', 'minting created', 0],
    ['before the codes are minted', 'minting minting', 0],
    ['after the codes are minted', 'minting minted', BUYERS],
  ] as const)(
    '%s: each recipient gets one code, none twice and none is lost',
    async (_when, kind, made) => {
      const scene = await offerSceneB(stage, sink, BUYERS);
      const { store } = scene;
      const id = `crash-${store.retailerId}`;
      await store.put(id, { exitOnOrder: false, offer: OFFER, steps: [step('one', 'PT0S', { body: BODY })] });
      await worker.killAt(kind, 1);
      const { executionId } = (await store.execute(id)).body;
      expect(await worker.ended).toEqual({ code: null, signal: 'SIGKILL' });
      expect([scene.discounts(), scene.codes().length]).toEqual([1, made]);
      worker = await startWorker();
      const { counts } = await store.ended(executionId, 60_000);
      expect(counts).toMatchObject({ sent: BUYERS, unknown: 0, skipped: {} });
      const rows = await stored(stage.app).rows(OfferCode, { retailerId: store.retailerId }, 'code', 'customerId');
      const codes = rows.map(({ code }) => code).sort();
      expect(new Set(rows.map(({ customerId }) => customerId)).size).toBe(BUYERS);
      expect([scene.discounts(), [...scene.codes()].sort()]).toEqual([1, codes]);
      const emails = sink.emails.filter(({ to }) => to.endsWith(`@${store.domain.split('.')[0]}.example`));
      const mailed = emails.map(({ source }) => /code:([0-9A-Z-]+)!/.exec(source.replaceAll(/=\r?\n/g, ''))?.[1]);
      expect(mailed.sort()).toEqual(codes);
    },
    120_000,
  );
});
