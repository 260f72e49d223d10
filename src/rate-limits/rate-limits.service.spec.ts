import { afterAll, describe, expect, it } from 'vitest';
import type { AppConfig } from '../config/app-config.js';
import { Runtime } from '../config/runtime.js';
import { RateLimitsService } from './rate-limits.service.js';

/** Nothing listens there. */
const NOWHERE = 'redis://127.0.0.1:1';

describe('limits while Redis is away', () => {
  const limits = new RateLimitsService(new Runtime({ queuePrefix: 'test' } as AppConfig, '', NOWHERE, ''));
  afterAll(() => limits.onApplicationShutdown());

  it('let everybody pass', async () => {
    const once = { name: 'once', points: 1, seconds: 60 };
    const uses = await Promise.all(
      Array.from({ length: 5 }, () => limits.spend(once, 'somebody').then(() => 'passed')),
    );
    expect(uses).toEqual(Array(5).fill('passed'));
  });
});
