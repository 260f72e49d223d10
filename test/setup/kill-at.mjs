// Loaded into the service by a test (`node --import`): kills it, as the kernel would, at the nth of one kind of step.
import { observeLedger } from '../../dist/src/email/sending/ledger-observer.js';

const [wanted, count] = (process.env['KILL_AT'] ?? '').split(':');
let left = Number(count);
observeLedger((point) => {
  if (point !== wanted) return;
  left -= 1;
  if (left <= 0) process.kill(process.pid, 'SIGKILL');
});
