import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

interface Dependencies {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}
interface Lock {
  readonly packages: Readonly<Record<string, Partial<Dependencies> & { resolved?: string; integrity?: string }>>;
}

describe('the container image of the service', () => {
  const { packages } = JSON.parse(read('docker/package-lock.json')) as Lock;

  it('installs the versions of package.json (run npm run lock:image after a change)', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Dependencies;
    expect(packages['']).toMatchObject({ dependencies, devDependencies });
  });

  it('pins every package to its checksum and to no registry', () => {
    const loose = Object.entries(packages).filter(([path, { integrity }]) => path !== '' && !integrity);
    expect(loose.map(([path]) => path)).toEqual([]);
    expect(Object.values(packages).filter(({ resolved }) => resolved)).toEqual([]);
  });

  it('uses base images that are pinned by digest', () => {
    const images = [
      ...[...read('Dockerfile').matchAll(/^FROM (\S*[:/]\S+)/gm)].map(([, image]) => image),
      ...[...read('docker-compose.yml').matchAll(/^ +image: (\S+)/gm)].map(([, image]) => image),
    ].filter((image) => image !== 'rekindle');
    expect(images).toHaveLength(4);
    expect(images.filter((image) => !/@sha256:[0-9a-f]{64}$/.test(image ?? ''))).toEqual([]);
  });
});
