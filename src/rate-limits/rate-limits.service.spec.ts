import { afterAll, describe, expect, it } from 'vitest';
import type { AppConfig } from '../config/app-config.js';
import { Runtime } from '../config/runtime.js';
import { RateLimitsService } from './rate-limits.service.js';

/** Nothing listens on this port. */
const NOWHERE = 'redis://127.0.0.1:1';

describe('rate limits while Redis is unreachable', () => {
  const limits = new RateLimitsService(new Runtime({ queuePrefix: 'test' } as AppConfig, '', NOWHERE, ''));
  afterAll(() => limits.onApplicationShutdown());

  it('let every request pass', async () => {
    await limits.onModuleInit();
    const once = { name: 'once', points: 1, seconds: 60 };
    const uses = await Promise.all(
      Array.from({ length: 5 }, () => limits.spend(once, 'somebody').then(() => 'passed')),
    );
    expect(uses).toEqual(Array(5).fill('passed'));
  });
});
