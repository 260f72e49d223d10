import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { GENERATED } from './reference.js';

// npm runs this file in the project's folder.
for (const [file, generate] of Object.entries(GENERATED)) {
  const path = resolve(file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, generate(presentText(path)));
}

function presentText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
