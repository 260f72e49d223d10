// Loaded into the service by `ServiceProcess`: kills it, as the kernel would, at the nth of one kind of step.
import { observeLedger } from '../../dist/src/email/sending/ledger-observer.js';
import { observeMinting } from '../../dist/src/offers/minting-observer.js';

let wanted = '';
let left = 0;

function count(step) {
  if (step !== wanted) return;
  left -= 1;
  if (left <= 0) process.kill(process.pid, 'SIGKILL');
}

observeLedger((point) => count(`message ${point}`));
observeMinting((point) => count(`minting ${point}`));
process.on('message', ([step, nth]) => {
  wanted = step;
  left = nth;
  process.send('armed');
});
