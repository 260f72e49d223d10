import type { RenderedEmail } from './rendered-email.dto.js';
import { BODY } from './layout.js';

/** Marks an email that goes to a listed address for a look. */
export const asTest = ({ subject, html, text, bytes }: RenderedEmail): RenderedEmail => {
  const note = 'This is a test. It was not sent to customers.';
  const banner = `<p style="margin:0;background:#fff3b0;color:#333;padding:8px;text-align:center;font:14px sans-serif">${note}</p>`;
  return {
    subject: `[Test] ${subject}`,
    html: html.replace(BODY, (tag) => tag + banner),
    text: `${note}\n\n${text}`,
    bytes: bytes + Buffer.byteLength(banner),
  };
};
