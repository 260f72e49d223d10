// Loaded into the service by a test (`node --import`): kills it, as the kernel would, at the nth of one kind of step.
import { subscribe } from 'node:diagnostics_channel';

const [point, count] = (process.env['KILL_AT'] ?? '').split(':');
let left = Number(count);
subscribe('rekindle:email-ledger', (step) => {
  if (step.point !== point) return;
  left -= 1;
  if (left <= 0) process.kill(process.pid, 'SIGKILL');
});
