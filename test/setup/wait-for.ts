import { setTimeout as pause } from 'node:timers/promises';

/** Polls until the condition holds. After `timeoutMs` it throws an error with the text of the condition. */
export async function waitFor(condition: () => Promise<boolean> | boolean, timeoutMs = 15_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) {
      throw new Error(`the condition did not hold within ${timeoutMs} ms: ${condition.toString()}`);
    }
    await pause(20);
  }
}
