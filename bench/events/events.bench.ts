import type { Client } from 'pg';
import { DeliverEventsHandler } from '../../src/events/endpoints/deliver-events.handler.js';
import { EventEndpointsService } from '../../src/events/endpoints/event-endpoints.service.js';
import { generatePopulation } from '../segments/population.js';
import { call } from '../support/api.js';
import { startApp } from '../support/app.js';
import { Child } from '../support/children.js';
import { type Datastores, withDatabase } from '../support/datastores.js';
import type { BenchOptions } from '../support/options.js';
import { Service } from '../support/service.js';
import { decimals, median, table, whole } from '../support/table.js';
import { installTenant, RETAILER_ID } from '../support/tenant.js';
import { timed } from '../support/timed.js';
import { readBare, sendBare } from './bare-loops.js';
import type { SinkState } from './sink.process.js';

const DATABASE = 'bench_events';
const SIZES = { quick: { read: 2_000, sent: 500 }, full: { read: 50_000, sent: 5_000 } };
const CUSTOMERS = 5_000;
const PAGE = 200;
const ROUNDS = 3;
/** As the service sends them. */
const WINDOW = 100;
const LANES = 8;

type Sink = Child<object, SinkState>;

interface EventFigures {
  readonly name: string;
  readonly events: number;
  readonly ourSeconds: number;
  readonly bareSeconds: number;
}

/** Reading the events by their stream and sending them to an endpoint, beside bare loops over the same table. */
export function benchEvents(datastores: Datastores, { quick }: BenchOptions): Promise<object> {
  const size = quick ? SIZES.quick : SIZES.full;
  return withDatabase(datastores, DATABASE, async (client, databaseUrl) => {
    await installTenant(client);
    await generatePopulation(client, CUSTOMERS);
    const sent = await measureSending(datastores, databaseUrl, client, size.sent);
    const read = await measureReading(datastores, databaseUrl, client, size.read, quick ? 1 : ROUNDS);
    return report([read, sent]);
  });
}

/** Writes events with these positions, each about one of the customers. */
async function write(client: Client, from: number, to: number): Promise<void> {
  await client.query(
    `INSERT INTO events (retailer_id, position, id, type, at, customer_id, data)
     SELECT $1, n, gen_random_uuid(), 'segment.entered', now(), md5('customer ' || (1 + n % ${CUSTOMERS}))::uuid,
            jsonb_build_object('segmentId', gen_random_uuid(), 'segment', 'Lapsed', 'brandId', gen_random_uuid(),
                               'cause', 'delivery')
       FROM generate_series($2::int, $3::int) n`,
    [RETAILER_ID, from, to],
  );
  await client.query(
    `INSERT INTO event_heads (retailer_id, position) VALUES ($1, $2)
     ON CONFLICT (retailer_id) DO UPDATE SET position = excluded.position`,
    [RETAILER_ID, to],
  );
  await client.query('VACUUM ANALYZE events');
}

async function measureSending(
  datastores: Datastores,
  databaseUrl: string,
  client: Client,
  events: number,
): Promise<EventFigures> {
  const sink: Sink = Child.start(new URL('./sink.process.js', import.meta.url));
  try {
    const { port } = await sink.ask({});
    const address = `127.0.0.1:${port}`;
    const app = await startApp(datastores, databaseUrl, { EVENT_ENDPOINT_ALLOW: address });
    try {
      const url = `http://${address}/`;
      await app.get(EventEndpointsService).put(RETAILER_ID, 'sink', { url, types: ['segment.entered'] });
      await write(client, 1, events);
      const bareMs = await timed(() => sendBare(client, port, WINDOW, LANES));
      const { taken: before } = await sink.ask({});
      if (before !== events) throw new Error(`the bare loop has sent ${before} events`);
      const ourMs = await timed(async () => {
        do await app.get(DeliverEventsHandler).deliver({ retailerId: RETAILER_ID });
        while ((await sink.ask({})).taken < before + events);
      });
      return { name: 'sent to an endpoint', events, ourSeconds: ourMs / 1_000, bareSeconds: bareMs / 1_000 };
    } finally {
      await app.close();
    }
  } finally {
    await sink.stop();
  }
}

async function measureReading(
  { dataDir, redisUrl }: Datastores,
  databaseUrl: string,
  client: Client,
  events: number,
  rounds: number,
): Promise<EventFigures> {
  const { rows } = await client.query<{ last: number }>('SELECT max(position)::int AS last FROM events');
  await write(client, (rows[0]?.last ?? 0) + 1, events);
  const service = await Service.start({ role: 'api', dataDir, databaseUrl, redisUrl });
  const [ours, bare]: [number[], number[]] = [[], []];
  try {
    for (let round = 0; round < rounds; round += 1) {
      bare.push(await secondsOf(events, () => readBare(client, PAGE)));
      ours.push(await secondsOf(events, () => readAll(service)));
    }
  } finally {
    await service.stop();
  }
  return { name: 'read by the stream', events, ourSeconds: median(ours), bareSeconds: median(bare) };
}

async function secondsOf(expected: number, work: () => Promise<number>): Promise<number> {
  const begun = performance.now();
  const count = await work();
  if (count !== expected) throw new Error(`${count} of ${expected} events were read`);
  return (performance.now() - begun) / 1_000;
}

/** As a reader does that stores the cursor after each page. */
async function readAll(service: Service): Promise<number> {
  let [cursor, count] = ['', 0];
  for (;;) {
    const path = `/admin/retailers/${RETAILER_ID}/events?limit=${PAGE}${cursor}`;
    const page = await call<{ items: object[]; nextCursor: string }>(service, 'admin', { method: 'GET', path });
    if (page.items.length === 0) return count;
    count += page.items.length;
    cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`;
  }
}

function report(figures: readonly EventFigures[]): object {
  const rows = table<EventFigures>(
    [
      { title: 'events', cell: ({ name }) => name, align: 'left' },
      { title: 'number', cell: ({ events }) => whole(events) },
      { title: 'Rekindle/s', cell: ({ events, ourSeconds }) => whole(events / ourSeconds) },
      { title: 'bare loop/s', cell: ({ events, bareSeconds }) => whole(events / bareSeconds) },
      { title: 'of the bare loop', cell: ({ ourSeconds, bareSeconds }) => decimals(bareSeconds / ourSeconds, 2) },
    ],
    figures,
  );
  console.log(`\n${rows}`);
  return { figures };
}
