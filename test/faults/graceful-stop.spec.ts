import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anOrder, json } from '../factories/wire.js';
import { FaultScene } from '../setup/fault-scene.js';
import { waitFor } from '../setup/wait-for.js';
import { deliver } from '../setup/webhooks.js';

let scene: FaultScene;
beforeEach(async () => {
  scene = await FaultScene.start({}, 200);
});
afterEach(() => scene.end());

describe('SIGTERM', () => {
  it('finishes requests that wait for their commit, then ends the process with exit code 0', async () => {
    const send = async (): Promise<number> =>
      (await deliver(scene.url, { topic: 'orders/create', body: json(anOrder()) })).status;
    const statuses = await scene.database.heldUp(
      'LOCK TABLE deliveries IN SHARE MODE',
      () => Promise.all(Array.from({ length: 40 }, send)),
      async () => {
        // Long enough for the service to read the last request, on a busy machine too.
        await pause(2_000);
        scene.service.process.signal('SIGTERM');
        await waitFor(() => isRefused(scene.url));
        // So long that a stop without waiting would cut the requests off.
        await pause(300);
      },
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await scene.service.process.ended).toEqual({ code: 0, signal: null });
    expect((await scene.inbox()).size).toBe(40);
  });

  it('under load stores no delivery without an answer, and loses none', async () => {
    const playing = scene.play();
    await scene.answeredAtLeast(300);
    expect(await scene.service.process.end('SIGTERM')).toEqual({ code: 0, signal: null });
    await scene.expectAnsweredAreAllThatIsKept();
    await scene.restart();
    await playing;
    await scene.expectAllCounted();
  });
});

/** Whether the service refuses new connections. */
function isRefused(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', () => resolve(true));
  });
}
