import { existsSync, readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';

/**
 * These packages stay outside of the bundle. Bull and Nest look for some of them by name while the service runs, and
 * must get the same instance. Others load files beside their own, have native parts, or are optional.
 */
const OUTSIDE = [
  '@bull-board/api',
  '@bull-board/ui',
  '@gutenye/ocr-node',
  '@napi-rs/canvas',
  'bull',
  'class-transformer',
  'ioredis',
  'mjml',
  'onnxruntime-node',
  'pino',
  'pino-pretty',
  'reflect-metadata',
  'sharp',
  'supports-color',
];

/**
 * Writes characters beyond ASCII as escapes: then the service can read the bundle as Latin-1, and V8 keeps one byte for
 * each character. This has to be the last step, because the step before it prints escapes as characters again.
 */
const ascii: Plugin = {
  name: 'ascii',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === 'chunk') file.code = file.code.replace(/[\u0080-\uffff]/g, escaped);
    }
  },
};

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Reads the source map of a compiled module too, so that the map of the bundle leads to the TypeScript. */
const sourceMaps: Plugin = {
  name: 'source-maps',
  load: (id) =>
    existsSync(`${id}.map`) && !id.includes('node_modules')
      ? { code: readFileSync(id, 'utf8'), map: readFileSync(`${id}.map`, 'utf8') }
      : undefined,
};

/** Packages of Nest that look for another one by its name at run time, and the one that they look for. */
const LOOKED_UP = { '@nestjs/mapped-types': 'class-validator', '@nestjs/typeorm': 'typeorm' };
const CREATED_REQUIRE = 'const require = createRequire(import.meta.url);';

/** Without this the service would load the package twice, with separate lists of rules or entities. */
const lookUps: Plugin = {
  name: 'look-ups',
  transform(code, id) {
    const [, wanted] = Object.entries(LOOKED_UP).find(([by]) => id.includes(`/node_modules/${by}/`)) ?? [];
    if (!wanted || !code.includes(CREATED_REQUIRE)) return undefined;
    const imported = code.replace(CREATED_REQUIRE, `import * as found from '${wanted}';`);
    return { code: imported.replaceAll(`require('${wanted}')`, 'found'), map: null };
  },
};

/**
 * Bundles the compiled modules of the service and most packages into dist/src/service.cjs: to find and read many small
 * files takes more than a third of a start. `npm run build` calls it. Threads stay outside, and load their own compiled
 * files. See docs/architecture/decisions/0080-the-service-is-one-file.md.
 */
export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  publicDir: false,
  plugins: [sourceMaps, lookUps, ascii],
  ssr: { noExternal: true, external: OUTSIDE, resolve: { conditions: ['node'] } },
  resolve: { mainFields: ['main'] },
  build: {
    ssr: '../dist/src/service.js',
    outDir: '../dist/src',
    emptyOutDir: false,
    target: 'node20',
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      // Fault tests load these modules beside the service, and must get the same instance.
      external: /-observer\.js$/,
      output: {
        format: 'cjs',
        codeSplitting: false,
        entryFileNames: 'service.cjs',
        comments: false,
        // Node.js 20 refuses import() in compiled code that it has read. It can require ES modules.
        dynamicImportInCjs: false,
        // Nest and TypeORM show the names of classes.
        keepNames: true,
      },
    },
  },
});
