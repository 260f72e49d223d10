import { setTimeout as pause } from 'node:timers/promises';

/** Each pause is a tenth of the time waited so far, because a condition asks services that use the same cores. */
const SHORTEST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 200;

/**
 * Polls until the condition holds. After `timeoutMs` it throws an error with the text of the condition. The default
 * only ends what hangs, because the machine may be busy.
 */
export async function waitFor(condition: () => Promise<boolean> | boolean, timeoutMs = 60_000): Promise<void> {
  const begun = Date.now();
  while (!(await condition())) {
    const waited = Date.now() - begun;
    if (waited > timeoutMs) {
      throw new Error(`the condition did not hold within ${timeoutMs} ms: ${condition.toString()}`);
    }
    await pause(Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, waited / 10)));
  }
}
