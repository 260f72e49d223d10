import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';

type Service = typeof import('./service.js');
type Wrapped = (exports: object, require: NodeJS.Require, module: object, filename: string, dirname: string) => void;

/** The service and most of its packages as one CommonJS module. Written by `src/vite.config.ts`. */
const BUNDLE = join(import.meta.dirname, 'service.cjs');
/** What V8 compiled of the bundle. V8 ignores a file of another version of V8, and compiles. */
const CODE = `${BUNDLE}.code`;

/**
 * Evaluates the bundle, with compiled code where the build wrote it. Undefined where the build wrote no bundle. Node.js
 * applies source maps only to what it loads itself, so with `--enable-source-maps` it loads the bundle.
 */
export function loadBundle(): Service | undefined {
  if (!existsSync(BUNDLE)) return undefined;
  if (process.sourceMapsEnabled) return createRequire(BUNDLE)(BUNDLE) as Service;
  return evaluate(compile(existsSync(CODE) ? readFileSync(CODE) : undefined));
}

/** Evaluates the bundle and writes what V8 compiled for that. The build calls it. */
export function writeCode(): void {
  const script = compile(undefined);
  evaluate(script);
  writeFileSync(CODE, script.createCachedData());
}

/** Node.js loads CommonJS modules in the same way. Before version 22 it can't load compiled code with them. */
function compile(cachedData: Buffer | undefined): Script {
  // The bundle is ASCII. Read as Latin-1 it is not decoded, and V8 keeps one byte for each character.
  const source = readFileSync(BUNDLE, 'latin1');
  const wrapped = `(function (exports, require, module, __filename, __dirname) {${source}\n})`;
  return new Script(wrapped, { filename: BUNDLE, cachedData });
}

function evaluate(script: Script): Service {
  const module = { exports: {} };
  const wrapped = script.runInThisContext() as Wrapped;
  wrapped(module.exports, createRequire(BUNDLE), module, BUNDLE, import.meta.dirname);
  return module.exports as Service;
}
