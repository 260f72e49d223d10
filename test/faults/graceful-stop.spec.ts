import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anOrder, json } from '../factories/wire.js';
import { FaultScene } from '../setup/fault-scene.js';
import { waitFor } from '../setup/wait-for.js';
import { deliver } from '../setup/webhooks.js';

let scene: FaultScene;
beforeEach(async () => {
  scene = await FaultScene.start();
});
afterEach(() => scene.end());

describe('SIGTERM', () => {
  it('lets requests that wait for their commit end, then the process with exit code 0', async () => {
    const holder = await scene.database.connection();
    await holder.query('BEGIN; LOCK TABLE deliveries IN SHARE MODE');
    let answers = 0;
    const requests = Array.from({ length: 40 }, async () => {
      const answer = await deliver(scene.url, { topic: 'orders/create', body: json(anOrder()) });
      answers += 1;
      return answer.status;
    });
    await waitFor(async () => (await waiting()) === 2);
    // Long enough for the last of the requests to be read, and for a hasty stop to cut them off.
    await pause(300);
    const ended = scene.service.process.end('SIGTERM');
    await pause(300);
    expect(answers).toBe(0);
    await holder.query('COMMIT');
    holder.release();
    expect(new Set(await Promise.all(requests))).toEqual(new Set([200]));
    expect(await ended).toEqual({ code: 0, signal: null });
    expect((await scene.inbox()).size).toBe(40);
  });

  it('under load leaves no delivery stored and unanswered, and loses none', async () => {
    const playing = scene.play();
    await scene.answeredAtLeast(700);
    expect(await scene.service.process.end('SIGTERM')).toEqual({ code: 0, signal: null });
    const answered = new Set(scene.answered.map(({ id }) => id));
    const unanswered = [...(await scene.inbox()).keys()].filter((id) => !answered.has(id));
    expect(unanswered).toEqual([]);
    await scene.restart();
    await playing;
    await scene.expectAllCounted();
  });
});

/** Statements of the service that wait for a lock. */
async function waiting(): Promise<number> {
  const [row] = await scene.database.sql<{ n: number }>(
    `SELECT count(*)::int AS n FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'INSERT INTO deliveries%'`,
  );
  return row?.n ?? 0;
}
