import { Counter, Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MetricsPageService } from './metrics-page.service.js';
import type { DatastoreMetrics } from './datastore.metrics.js';

function aPage(refresh: () => Promise<void>): MetricsPageService {
  const registry = new Registry();
  const collections = new Counter({ name: 'collections', help: 'Collections so far', registers: [registry] });
  const gauges = {
    refresh: async () => {
      await refresh();
      collections.inc();
    },
  };
  return new MetricsPageService(gauges as DatastoreMetrics, registry);
}

describe('the text of /metrics', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is collected once for concurrent requests', async () => {
    let release = (): void => undefined;
    const page = aPage(() => new Promise((resolve) => (release = resolve)));
    const texts = Array.from({ length: 20 }, () => page.read());
    release();
    expect(new Set(await Promise.all(texts)).size).toBe(1);
    expect(await texts[0]).toContain('collections 1');
  });

  it('is cached for a second and then collected again', async () => {
    const page = aPage(() => Promise.resolve());
    expect(await page.read()).toContain('collections 1');
    vi.advanceTimersByTime(999);
    expect(await page.read()).toContain('collections 1');
    vi.advanceTimersByTime(1);
    expect(await page.read()).toContain('collections 2');
  });

  it('is cached from the end of a slow collection, so that at most one collection runs', async () => {
    let release = (): void => undefined;
    const page = aPage(() => new Promise((resolve) => (release = resolve)));
    const first = page.read();
    vi.advanceTimersByTime(5_000);
    const second = page.read();
    release();
    expect(await second).toBe(await first);
  });
});
