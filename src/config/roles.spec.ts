import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { JOB_NAMES } from '../jobs/catalogue.js';
import { JOB_HOMES, readRoles, WORKER_ROLES } from './roles.js';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

describe('ROLE', () => {
  it.each([
    ['all', 'all'],
    ['api', 'api'],
    ['worker', 'worker'],
    ['api,worker', 'all'],
    ['worker , api', 'all'],
    ['worker:images', 'worker:images'],
    ['api,worker:intake', 'api,worker:intake'],
    ['worker:intake,segmentation', 'worker:intake,segmentation'],
    ['worker:intake,worker:email', 'worker:intake,email'],
    ['worker:intake, email ,api', 'api,worker:intake,email'],
    ['worker:images,images', 'worker:images'],
    ['worker:images,worker', 'worker'],
    [`worker:${WORKER_ROLES.join(',')}`, 'worker'],
  ])('%s means %s', (text, meaning) => {
    expect(String(readRoles(text))).toBe(meaning);
  });

  it.each([
    ['boss', 'has no role "boss"'],
    ['worker:videos', 'has no role "worker:videos"'],
    ['worker:intake,videos', 'has no role "videos"'],
    ['worker:', 'has no role "worker:"'],
    ['api,', 'has no role ""'],
    ['API', 'has no role "API"'],
    ['intake', '"intake" must follow worker:, as in worker:intake'],
    ['worker:intake,api,email', '"email" must follow worker:, as in worker:email'],
    ['worker:worker', 'has no role "worker:worker"'],
  ])('%s is refused', (text, problem) => {
    expect(() => readRoles(text)).toThrow(
      `${problem}; it is a comma list of all, api, worker, or worker: and some of ${WORKER_ROLES.join(', ')}`,
    );
  });

  it('names the roles whose work other processes have to do', () => {
    expect(readRoles('all').elsewhere).toEqual([]);
    expect(readRoles('api').elsewhere).toEqual(WORKER_ROLES);
    expect(readRoles('api,worker:intake,segmentation,sequences,email').elsewhere).toEqual([
      'images',
      'stores',
      'privacy',
    ]);
  });
});

describe('the role of every job', () => {
  it('is a worker role, and every worker role has work', () => {
    expect(Object.keys(JOB_HOMES).sort()).toEqual([...JOB_NAMES].sort());
    expect([...new Set(Object.values(JOB_HOMES))].sort()).toEqual([...WORKER_ROLES].sort());
  });

  it('is the only one that takes the job', () => {
    for (const job of JOB_NAMES) {
      expect(WORKER_ROLES.filter((role) => readRoles(`worker:${role}`).takes(job))).toEqual([JOB_HOMES[job]]);
    }
  });

  it('is required for periodic work too', () => {
    expect(() => readRoles('all').runs('nobody.knows')).toThrow(
      '"nobody.knows" runs periodically and belongs to no role',
    );
  });
});

/**
 * Files that may use timers: the sweeper, work that asks for its role, timers that last as long as other work, and the
 * questions for reads on standbys, which each process asks for itself. The studio runs in the browser.
 */
it('periodic work goes through the sweeper or asks for its role', () => {
  const files = ['src', 'libs'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  );
  const periodic = files
    .filter((file) => file.endsWith('.ts') && !/\.spec\.ts$|simulators|src\/demo|dashboard\/studio/.test(file))
    .filter((file) => /\bsetInterval\(|(?<![.\w])every\(|\.signal\.aborted\) \{$/m.test(read(file)));
  expect(periodic.sort()).toEqual([
    'libs/database/replica.ts',
    'libs/durable-work/every.ts',
    'libs/durable-work/sweeper.service.ts',
    'libs/durable-work/while-renewing.ts',
    'libs/outbound-http/pace.ts',
    'libs/tracing/span-exporter.ts',
    'src/email/sending/held-messages.service.ts',
    'src/email/templates/fill-progress.ts',
    'src/segmentation/clock/clock-timer.service.ts',
  ]);
});

describe('a layout', () => {
  const [, table = ''] = /<!-- layouts -->([^]+)<!-- \/layouts -->/.exec(read('docs/operations/deploy.md')) ?? [];
  const layouts = table
    .split('\n')
    .filter((line) => line.startsWith('|') && line.includes('`'))
    .slice(1)
    .map(
      (line) =>
        [line.split('|')[1]?.trim() ?? '', [...line.matchAll(/`([^`]+)`/g)].map(([, role = '']) => role)] as const,
    );
  const compose = [...read('docker-compose.yml').matchAll(/^ +ROLE: (.+)$/gm)].map(([, role = '']) => role);

  it('is shown for one process, for several, and in docker-compose.yml', () => {
    expect(layouts.map(([, roles]) => roles.length)).toEqual([1, 2, 3, 4]);
    expect(layouts.map(([, roles]) => roles)).toContainEqual(compose);
  });

  it.each([...layouts, ['docker-compose.yml', compose] as const])(
    '"%s" answers and takes every job',
    (_name, roles) => {
      const processes = roles.map(readRoles);
      expect(processes.some(({ answers }) => answers)).toBe(true);
      expect(JOB_NAMES.filter((job) => !processes.some((process) => process.takes(job)))).toEqual([]);
      expect(WORKER_ROLES.filter((role) => !processes.some(({ work }) => work.has(role)))).toEqual([]);
    },
  );
});
