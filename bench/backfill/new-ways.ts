import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { Database } from '#libs/database';
import { retailerIdOf } from '#libs/kernel';
import type { PlatformASimulator, PlatformBSimulator, SimulatedShop, SimulatedStore } from '#libs/simulators';
import { BACKFILL_RESOURCES, type BackfillResource } from '../../src/jobs/payloads.js';
import type { Platform } from '../../src/retailers/retailer.entity.js';
import { BackfillHandler } from '../../src/stores/backfill/backfill.handler.js';
import { BackfillRepository } from '../../src/stores/backfill/backfill.repository.js';
import { InstallationsService } from '../../src/stores/installations.service.js';
import { timed } from '../support/timed.js';
import type { Cost } from './old-ways.js';

/** What the orders cost, and how long the service took, with the limits of the platform in force. */
export interface Reading extends Cost {
  readonly seconds: number;
}

const POLL_MS = 100;

export async function bulkOfA(
  app: NestFastifyApplication,
  platform: PlatformASimulator,
  shop: SimulatedShop,
): Promise<Reading> {
  const granted = shop.tokens.redeemCode(
    shop.tokens.issueCode(['read_orders', 'read_customers', 'read_products']),
    false,
  );
  if ('error' in granted) throw new Error(granted.error);
  const retailerId = await install(app, 'platform-a', shop.profile.domain, granted.access_token);
  await readAll(app, retailerId, ['customers', 'products']);
  platform.graphqlRequests.length = 0;
  const seconds = (await timed(() => readAll(app, retailerId, ['orders']))) / 1_000;
  const points = platform.graphqlRequests.reduce((sum, { cost }) => sum + (cost?.actualQueryCost ?? 0), 0);
  return { orders: shop.orders.size, calls: platform.graphqlRequests.length, points, seconds };
}

export async function nestedOfB(
  app: NestFastifyApplication,
  platform: PlatformBSimulator,
  store: SimulatedStore,
): Promise<Reading> {
  const scopes = 'store_v2_orders_read_only store_v2_customers_read_only store_v2_products_read_only';
  const retailerId = await install(app, 'platform-b', store.hash, store.issueToken(scopes));
  await readAll(app, retailerId, ['customers', 'products']);
  platform.apiCalls.length = 0;
  const seconds = (await timed(() => readAll(app, retailerId, ['orders']))) / 1_000;
  return { orders: store.orders.size, calls: platform.apiCalls.length, points: 0, seconds };
}

async function install(
  app: NestFastifyApplication,
  platform: Platform,
  externalId: string,
  accessToken: string,
): Promise<string> {
  const credentials = {
    accessToken,
    refreshToken: null,
    expiresAt: null,
    refreshExpiresAt: null,
    issuedAt: new Date(),
    scopes: [],
  };
  await app
    .get(Database)
    .transactionAcrossRetailers((tx) =>
      app.get(InstallationsService).install(tx, { platform, externalId, missingScopes: [], credentials }),
    );
  return retailerIdOf(platform, externalId);
}

/** Runs the jobs that follow each other, as a worker would. */
async function readAll(
  app: NestFastifyApplication,
  retailerId: string,
  resources: readonly BackfillResource[] = BACKFILL_RESOURCES,
): Promise<void> {
  for (const resource of resources) {
    while (await app.get(BackfillRepository).place({ retailerId, resource })) {
      await app.get(BackfillHandler).backfill({ retailerId, resource });
      await sleep(POLL_MS);
    }
  }
}
