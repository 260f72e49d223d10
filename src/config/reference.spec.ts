import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GENERATED } from './reference.js';
import { SECTIONS, VARIABLES } from './variables.js';

const ROOT = join(import.meta.dirname, '../..');
const NAMES = Object.keys(VARIABLES).sort();
/** The Dockerfile fixes where the service listens, and DATA_DIR has no use where everything is set. */
const NOT_OF_COMPOSE = new Set(['HOST', 'PORT', 'DATA_DIR']);

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

it.each(Object.keys(GENERATED))('%s says what the variables say (npm run config:write)', (file) => {
  const text = read(file);
  expect(text).toBe(GENERATED[file]?.(text));
});

it('has every variable in one section', () => {
  expect(SECTIONS.flatMap(({ variables }) => Object.keys(variables)).sort()).toEqual(NAMES);
});

describe('.env.example', () => {
  it('has every variable once, and no other', () => {
    expect([...read('.env.example').matchAll(/^#([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name).sort()).toEqual(NAMES);
  });

  it('sets nothing when it is copied as it is', () => {
    expect(read('.env.example')).not.toMatch(/^[A-Z]/m);
  });
});

describe('docker-compose.yml', () => {
  it('hands over every variable that an installation may want to set', () => {
    const handed = new Set([...read('docker-compose.yml').matchAll(/^ +([A-Z][A-Z0-9_]*):/gm)].map(([, name]) => name));
    expect(NAMES.filter((name) => !NOT_OF_COMPOSE.has(name) && !handed.has(name))).toEqual([]);
  });
});
