import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'docker/systemd');
const units = readdirSync(FOLDER);
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

describe('units for systemd', () => {
  it('start files that the build makes', () => {
    const started = units.flatMap((unit) => readFileSync(join(FOLDER, unit), 'utf8').match(/dist\/[\w./]+\.js/g) ?? []);
    expect(started.length).toBeGreaterThanOrEqual(3);
    for (const file of started) {
      expect(existsSync(join(ROOT, file.replace(/^dist\//, '').replace(/\.js$/, '.ts'))), file).toBe(true);
    }
  });

  it('migrate at each start of a process, and stop no process with the migration', () => {
    const settings = (unit: string): string[] => readFileSync(join(FOLDER, unit), 'utf8').split('\n');
    const named = settings('rekindle@.service').filter((line) => line.includes('rekindle-migrate.service'));
    expect(named.map((line) => line.split('=')[0])).toEqual(['Wants', 'After']);
    // An active unit is not started again.
    expect(settings('rekindle-migrate.service').filter((line) => /^RemainAfterExit=(?!no)/.test(line))).toEqual([]);
  });

  it.skipIf(!hasSystemd)('are accepted by systemd-analyze verify (skipped where there is none)', () => {
    const copies = mkdtempSync(join(tmpdir(), 'rekindle-units-'));
    for (const unit of units) {
      // The programs are those of the target machine.
      const text = readFileSync(join(FOLDER, unit), 'utf8').replaceAll('/usr/bin/node', '/bin/true');
      writeFileSync(join(copies, unit), text);
    }
    const files = units.map((unit) => join(copies, unit.replace('@.', '@api.')));
    for (const file of files) if (!existsSync(file)) writeFileSync(file, readFileSync(file.replace('@api.', '@.')));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...files], { encoding: 'utf8' });
    rmSync(copies, { recursive: true });
    expect(stderr.split('\n').filter((line) => line.includes('rekindle'))).toEqual([]);
    expect(status).toBe(0);
  });
});
