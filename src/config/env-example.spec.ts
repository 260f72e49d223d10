import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VARIABLES, type Variable, type VariableName } from './variables.js';

const ROOT = join(import.meta.dirname, '../..');
const NAMES = Object.keys(VARIABLES).sort();
/** The Dockerfile fixes where the service listens, and DATA_DIR has no use where everything is set. */
const NOT_OF_COMPOSE = new Set(['HOST', 'PORT', 'DATA_DIR']);

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

interface Setting {
  readonly name: string;
  readonly value: string;
  /** The line above. */
  readonly above: string;
}

/** Settings stand directly behind their #; a text has a space there. */
function settingsOf(file: string): Setting[] {
  const lines = read(file).split('\n');
  return lines.flatMap((line, index) => {
    const [, name, value = ''] = /^#?([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [{ name, value, above: lines[index - 1] ?? '' }];
  });
}

describe('.env.example', () => {
  const settings = settingsOf('.env.example');

  it('has every variable once, and no other', () => {
    expect(settings.map(({ name }) => name).sort()).toEqual(NAMES);
  });

  it('says something about each', () => {
    expect(settings.filter(({ above }) => !/^# \S/.test(above))).toEqual([]);
  });

  it('shows the default of each that has one, and of no other', () => {
    const shown = Object.fromEntries(settings.map(({ name, value }) => [name, value]));
    const defaults = Object.entries<Variable<unknown>>(VARIABLES).map(([name, { fallback }]) => [
      name,
      typeof fallback === 'string' ? fallback : '',
    ]);
    expect(shown).toEqual(Object.fromEntries(defaults));
  });

  it('sets nothing when it is copied as it is', () => {
    expect(read('.env.example')).not.toMatch(/^[A-Z]/m);
  });

  it('names what production requires', () => {
    const required = (Object.keys(VARIABLES) as VariableName[]).filter(
      (name) => (VARIABLES[name] as Variable<unknown>).required,
    );
    const sections = read('.env.example').split(/^# ---/m);
    const unsaid = required.filter((name) => {
      const section = sections.find((text) => text.includes(`\n#${name}=`)) ?? '';
      const before = section.slice(0, section.indexOf(`\n#${name}=`));
      const paragraph = before.slice(before.lastIndexOf('\n\n'));
      return !/required in production/i.test(paragraph) && !/All are required in production/.test(section);
    });
    expect(unsaid).toEqual([]);
  });
});

describe('docker-compose.yml', () => {
  it('hands over every variable that an installation may want to set', () => {
    const handed = new Set([...read('docker-compose.yml').matchAll(/^ +([A-Z][A-Z0-9_]*):/gm)].map(([, name]) => name));
    expect(NAMES.filter((name) => !NOT_OF_COMPOSE.has(name) && !handed.has(name))).toEqual([]);
  });
});

describe('README.md', () => {
  it('names every variable', () => {
    const text = read('README.md');
    expect(NAMES.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });
});
