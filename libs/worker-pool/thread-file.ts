import { createRequire } from 'node:module';

/**
 * The compiled file of a thread, by its path without `.thread.ts`: `libs/compositor/drawing`. A thread loads compiled
 * code also where its pool runs from TypeScript sources (under vitest): Node 20 cannot load TypeScript in a thread, and
 * a loader for it would make the threads of the tests another thing than those of production. `npm test` builds first.
 */
export const threadFile = (path: string): string => createRequire(import.meta.url).resolve(`#threads/${path}`);
