import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** The kernel counts CPU time in USER_HZ, which is 100 wherever Node runs. */
const TICKS_PER_SECOND = 100;
const MIB = 2 ** 20;

/** CPU time that the process has used so far, all its threads together, in seconds. */
export function cpuSeconds(pid: number): number {
  if (process.platform !== 'linux') return clockSeconds(ps(pid, 'time'));
  // The second field is the program's name in brackets and may hold spaces; utime and stime are the 12th and 13th after it.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** The most memory that the process ever held (RSS), in MiB; on macOS what it holds now. */
export function peakMemoryMiB(pid: number): number {
  if (process.platform !== 'linux') return (Number(ps(pid, 'rss')) * 1024) / MIB;
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (Number(kilobytes) * 1024) / MIB;
}

/** Milliseconds that all cores together have spent so far, busy and in all. */
export function machineTimes(): { busy: number; all: number } {
  let busy = 0;
  let idle = 0;
  for (const { times } of cpus()) {
    busy += times.user + times.nice + times.sys + times.irq;
    idle += times.idle;
  }
  return { busy, all: busy + idle };
}

const ps = (pid: number, column: string): string =>
  execFileSync('/bin/ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim();

/** `1:02:03.45` or `2:03.45` */
const clockSeconds = (text: string): number => text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

/** Memory held now, in MiB; 0 where the system does not say. */
export function residentMiB(pid: number): number {
  if (process.platform !== 'linux') return 0;
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
}
