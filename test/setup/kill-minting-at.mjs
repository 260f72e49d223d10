// Loaded into the service by a test (`node --import`): kills it, as the kernel would, at the nth of one kind of step.
import { observeMinting } from '../../dist/src/offers/minting-observer.js';

const [wanted, count] = (process.env['KILL_MINTING_AT'] ?? '').split(':');
let left = Number(count);
observeMinting((point) => {
  if (point !== wanted) return;
  left -= 1;
  if (left <= 0) process.kill(process.pid, 'SIGKILL');
});
