import type { Database, Sql } from '#libs/database';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RfmFifthsService } from './rfm-fifths.service.js';
import type { RfmRepository } from './rfm.repository.js';

const MINUTE = 60_000;
const sql = {} as Sql;
const boundariesOf = (run: number) => ({ recency: [], frequency: [run], monetary: [] });

function fifthsOf(customers: number) {
  let runs = 0;
  const compute = vi.fn<RfmRepository['compute']>(async () => {
    runs += 1;
    return Promise.resolve({ customers, boundaries: boundariesOf(runs) });
  });
  const repository = { compute } as unknown as RfmRepository;
  const database = { of: () => sql } as unknown as Database;
  return { compute, service: new RfmFifthsService(repository, database) };
}

describe('the recent fifths of a large store', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are computed once a minute, behind the answer', async () => {
    const { compute, service } = fifthsOf(100_000);
    expect(await service.recent(sql, 'a')).toEqual(boundariesOf(1));
    vi.advanceTimersByTime(MINUTE);
    expect(await service.recent(sql, 'a')).toEqual(boundariesOf(1));
    vi.advanceTimersByTime(1);
    // Both get what is there, and one computation begins.
    expect(await Promise.all([service.recent(sql, 'a'), service.recent(sql, 'a')])).toEqual([
      boundariesOf(1),
      boundariesOf(1),
    ]);
    expect(compute).toHaveBeenCalledTimes(2);
    await vi.waitFor(async () => expect(await service.recent(sql, 'a')).toEqual(boundariesOf(2)));
    expect(compute).toHaveBeenCalledTimes(2);
  });

  it('stay when they can not be computed again, for a quarter of an hour', async () => {
    const { compute, service } = fifthsOf(100_000);
    await service.recent(sql, 'a');
    vi.advanceTimersByTime(2 * MINUTE);
    compute.mockRejectedValueOnce(new Error('the database is away'));
    expect(await service.recent(sql, 'a')).toEqual(boundariesOf(1));
    vi.advanceTimersByTime(14 * MINUTE);
    expect(await service.recent(sql, 'a')).toEqual(boundariesOf(2));
  });
});

it('the recent fifths of a small store are computed for each caller', async () => {
  const { service } = fifthsOf(99_999);
  expect([await service.recent(sql, 'a'), await service.recent(sql, 'a')]).toEqual([boundariesOf(1), boundariesOf(2)]);
});
