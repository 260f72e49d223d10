import { createTransport } from 'nodemailer';
import { answerParent } from '../support/children.js';

export interface BareRequest {
  readonly url: string;
  readonly connections: number;
  readonly emails: number;
  readonly html: string;
  readonly text: string;
}

/** The peer: Nodemailer's own pool with one fixed body, without data and without a ledger. */
answerParent<BareRequest, { seconds: number }>(async ({ url, connections, emails, html, text }) => {
  const transport = createTransport({ url, pool: true, maxConnections: connections, maxMessages: Infinity });
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < emails) {
      next += 1;
      await transport.sendMail({ from: 'a@bench.example', to: `c${next}@bench.example`, subject: 'Hello', html, text });
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: connections * 2 }, lane));
  const seconds = (performance.now() - started) / 1_000;
  transport.close();
  return { seconds };
});
