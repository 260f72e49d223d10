import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** The kernel counts CPU time in USER_HZ, which is 100 wherever Node runs. */
const TICKS_PER_SECOND = 100;
const MIB = 2 ** 20;

/** CPU time of the process so far with all its threads, in seconds. */
export function cpuSeconds(pid: number): number {
  if (process.platform !== 'linux') return clockSeconds(ps(pid, 'time'));
  // The second field is the program's name in brackets, which may have spaces. The 12th and 13th field after the name
  // are utime and stime.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** The peak memory of the process (RSS) in MiB; on macOS the present memory. */
export function peakMemoryMiB(pid: number): number {
  if (process.platform !== 'linux') return (Number(ps(pid, 'rss')) * 1024) / MIB;
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (Number(kilobytes) * 1024) / MIB;
}

/** Busy and total milliseconds of all cores together so far. */
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

/** Present memory in MiB; 0 where the system does not report it. */
export function residentMiB(pid: number): number {
  if (process.platform !== 'linux') return 0;
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
}
