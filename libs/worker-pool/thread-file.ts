import { createRequire } from 'node:module';

/**
 * The compiled file of a thread, by its path without `.thread.ts`: `libs/compositor/drawing`. A thread loads compiled
 * code even if its pool runs from TypeScript sources (under vitest): Node 20 can't load TypeScript in a thread, and
 * with a loader the threads of the tests would differ from those of production. `npm test` builds first.
 */
export const threadFile = (path: string): string => createRequire(import.meta.url).resolve(`#threads/${path}`);
