/** Does the work again and again, not at once, until it is stopped. The next turn does not wait for the last. */
export function every(milliseconds: number, work: () => Promise<unknown>): { stop(): void } {
  const timer = setInterval(() => void work().catch(() => undefined), milliseconds);
  return { stop: () => clearInterval(timer) };
}
