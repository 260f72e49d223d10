import { defineConfig } from 'vitest/config';
import SpreadFaultsSequencer from './test/setup/spread-faults.sequencer.js';

/**
 * Decorators are compiled with their metadata (Nest injects by type) and `#libs/*` resolves to the sources.
 * `unit` touches nothing outside the process; the other projects run on a real Postgres and a real Redis.
 */
export const shared = {
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source', 'module', 'node', 'development|production'] } },
};

// The limits only end what hangs. Some tests look at twenty pages in a browser, and the machine may be busy.
export const servers = { globalSetup: ['test/setup/servers.ts'], testTimeout: 180_000, hookTimeout: 180_000 };

export default defineConfig({
  test: {
    reporters: ['default', './test/setup/closing-line.reporter.ts'],
    // The default is one less than the number of cores, but most of these tests wait for servers.
    maxWorkers: 4,
    sequence: { sequencer: SpreadFaultsSequencer },
    projects: [
      {
        ...shared,
        test: {
          name: 'unit',
          include: ['{src,libs,bench}/**/*.spec.ts'],
          isolate: false,
          setupFiles: ['test/setup/metadata.ts'],
          // Some tests draw images while servers use the same cores, so they may be slow.
          testTimeout: 60_000,
        },
      },
      {
        // Rules for the source itself; `npm run check:sql` runs them.
        ...shared,
        test: {
          name: 'checks',
          include: ['checks/**/*.spec.ts'],
          isolate: false,
          setupFiles: ['test/setup/metadata.ts'],
          // Some tests parse every file of src.
          testTimeout: 60_000,
        },
      },
      {
        // Builds an earlier commit first, so it is a command of its own: `npm run test:upgrade`.
        ...shared,
        test: {
          name: 'upgrade',
          include: ['test/upgrade/*.spec.ts'],
          setupFiles: ['test/setup/metadata.ts'],
          ...servers,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        ...shared,
        test: {
          name: 'servers',
          // Each file has its own databases. Loading the service again for each file took a fifth of the run.
          isolate: false,
          include: ['test/{integration,e2e,faults}/**/*.spec.ts'],
          setupFiles: ['test/setup/metadata.ts'],
          ...servers,
        },
      },
      {
        // Needs Patroni, etcd, HAProxy and PgBouncer; `npm run test:failover` runs it.
        ...shared,
        test: {
          name: 'failover',
          isolate: false,
          include: ['test/failover/**/*.spec.ts'],
          setupFiles: ['test/setup/metadata.ts'],
          ...servers,
        },
      },
    ],
  },
});
