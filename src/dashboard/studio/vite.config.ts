import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';

const SMALLEST_TO_COMPRESS = 512;

/**
 * Writes each file compressed beside itself, so that the service never compresses at a request. It reads the files from
 * the disk: other plugins change them up to the moment when they are written.
 */
const compressed: Plugin = {
  name: 'compressed',
  writeBundle({ dir = '' }, bundle) {
    for (const name of Object.keys(bundle).filter((each) => !each.endsWith('.html'))) {
      const file = join(dir, name);
      const bytes = readFileSync(file);
      if (bytes.length < SMALLEST_TO_COMPRESS) continue;
      writeFileSync(`${file}.br`, brotliCompressSync(bytes));
      writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    }
  },
};

/** Builds the studio into dist/studio. `npm run build` calls it. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  logLevel: 'warn',
  publicDir: false,
  resolve: { conditions: ['source', ...defaultClientConditions] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [compressed],
  build: {
    outDir: '../../../dist/studio',
    emptyOutDir: true,
    target: 'es2022',
    // An inlined file would be a data: address, which the Content-Security-Policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'frame.html', 'board.html'].map((file) => `${import.meta.dirname}/${file}`),
    },
  },
});
