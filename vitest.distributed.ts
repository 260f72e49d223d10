import { defineConfig } from 'vitest/config';
import { ONE_NODE } from './test/setup/one-node.js';
import { servers, shared } from './vitest.config.js';

/** `npm run test:distributed`: the tests of the service on a Citus cluster. */
export default defineConfig({
  ...shared,
  test: {
    ...servers,
    // Statements take several times as long as on one node.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    name: 'distributed',
    isolate: false,
    maxWorkers: 2,
    include: ['test/{integration,e2e}/**/*.spec.ts'],
    exclude: ONE_NODE,
    setupFiles: ['test/setup/metadata.ts', 'test/setup/drop-databases.ts'],
    globalSetup: ['test/setup/distributed.ts'],
  },
});
