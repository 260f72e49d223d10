import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

interface Service {
  readonly image?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly volumes?: readonly string[];
  readonly configs?: readonly { readonly source: string }[];
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: object;
  readonly configs: Readonly<Record<string, { readonly content: string }>>;
}

const ROOT = join(import.meta.dirname, '..');
const text = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
/** The file of Citus is given after that of one Postgres, whose services it changes. */
const compose = (file: string): Compose => parse(text(file), { merge: true }) as Compose;
const base = compose('docker-compose.yml');
const citus = compose('docker-compose.citus.yml');

const NODES = ['postgres', 'citus-worker-1', 'citus-worker-2'];

it('has a coordinator and two workers of one image, with the settings that Citus needs', () => {
  const nodes = NODES.map((name) => citus.services[name]);
  expect(new Set(nodes.map((node) => node?.image)).size).toBe(1);
  expect(nodes[0]?.image).toMatch(/^citusdata\/citus:\d+\.\d+\.\d+$/);
  for (const node of nodes) {
    const settings = Object.fromEntries(
      (node?.command ?? []).filter((each) => each.includes('=')).map((each) => each.split('=')),
    );
    expect(settings).toMatchObject({ shared_preload_libraries: 'citus' });
    expect(Number(settings['max_prepared_transactions'])).toBeGreaterThanOrEqual(Number(settings['max_connections']));
  }
});

it('names every worker to the coordinator, and then migrates and distributes', () => {
  const { nodes, migrate } = citus.services;
  const added = [...(nodes?.command ?? []).join(' ').matchAll(/citus_add_node\('([\w-]+)', 5432\)/g)].map(
    ([, name]) => name,
  );
  expect(added).toEqual(NODES.slice(1));
  expect(Object.keys(nodes?.depends_on ?? {})).toEqual(NODES);
  expect(migrate?.depends_on).toMatchObject({ nodes: { condition: 'service_completed_successfully' } });
  const files = (migrate?.command ?? []).join(' ').match(/dist\/[\w/]+\.js/g) ?? [];
  expect(files).toHaveLength(2);
  const sources = files.map((file) => file.replace(/^dist\//, '').replace(/\.js$/, '.ts'));
  expect(sources.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

it('changes only services, volumes and passwords that there are', () => {
  const known = new Set([...Object.keys(base.services), ...NODES, 'nodes']);
  expect(Object.keys(citus.services).filter((name) => !known.has(name))).toEqual([]);
  const volumes = NODES.flatMap((name) => citus.services[name]?.volumes ?? []).map((each) => each.split(':')[0]);
  expect(volumes.toSorted()).toEqual(Object.keys(citus.volumes).toSorted());
  const sources = Object.values(citus.services).flatMap(({ configs = [] }) => configs.map(({ source }) => source));
  expect(new Set(sources)).toEqual(new Set(Object.keys(citus.configs)));
});

it('gives each login of the script of roles its password', () => {
  const script = citus.configs['roles']?.content ?? '';
  const used = [...script.matchAll(/\$\$(\w+)/g)].map(([, name = '']) => name);
  for (const name of NODES) {
    expect(Object.keys(citus.services[name]?.environment ?? {})).toEqual(expect.arrayContaining(used));
  }
  const passwords = script.match(/:'(\w+)'/g) ?? [];
  const given = new Set([...script.matchAll(/-v (\w+)="\$\$/g)].map(([, name]) => `:'${name}'`));
  expect(passwords.filter((each) => !given.has(each))).toEqual([]);
});
