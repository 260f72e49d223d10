/**
 * Runs the work at an interval until it is stopped, first after one interval. A run does not wait for the one before.
 */
export function every(milliseconds: number, work: () => Promise<unknown>): { stop(): void } {
  const timer = setInterval(() => void work().catch(() => undefined), milliseconds);
  return { stop: () => clearInterval(timer) };
}
