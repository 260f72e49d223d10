import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SECTIONS, VARIABLES } from '../../src/config/variables.js';
import { CONFIGURATION_FILES } from './configuration-files.js';

const ROOT = join(import.meta.dirname, '../..');
const NAMES = Object.keys(VARIABLES).sort();
/** The Dockerfile sets where the service listens, and DATA_DIR is unused where everything is set. */
const NOT_OF_COMPOSE = new Set(['HOST', 'PORT', 'DATA_DIR']);

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

it.each(Object.entries(CONFIGURATION_FILES))(
  '%s equals the file that is generated from the variables',
  async (file, generate) => {
    await expect(generate(read(file))).toMatchFileSnapshot(join(ROOT, file));
  },
);

it('every variable belongs to exactly one section', () => {
  expect(SECTIONS.flatMap(({ variables }) => Object.keys(variables)).sort()).toEqual(NAMES);
});

describe('.env.example', () => {
  it('has every variable exactly once, and no others', () => {
    expect([...read('.env.example').matchAll(/^#([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name).sort()).toEqual(NAMES);
  });

  it('sets no variable until a line is changed', () => {
    expect(read('.env.example')).not.toMatch(/^[A-Z]/m);
  });
});

describe('docker-compose.yml', () => {
  it('passes every variable that an installation may want to set', () => {
    const handed = new Set([...read('docker-compose.yml').matchAll(/^ +([A-Z][A-Z0-9_]*):/gm)].map(([, name]) => name));
    expect(NAMES.filter((name) => !NOT_OF_COMPOSE.has(name) && !handed.has(name))).toEqual([]);
  });
});
