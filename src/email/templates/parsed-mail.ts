import type { RenderedMail } from '../mail-source.js';
import type { CompiledMail } from './compiled-mail.js';
import { BODY } from './layout.js';
import { LiquidPart, liquidProblem } from './liquid.js';
import type { MailScope } from './scope.js';

/** Gmail cuts what is longer, and with it the way to unsubscribe. */
export const MAX_HTML_BYTES = 102_400;

/** A mail that can't be made for somebody; the message says why, without personal data. */
export class BrokenMail extends Error {
  constructor(
    message: string,
    /** For the ledger. */
    readonly reason = 'broken_mail',
  ) {
    super(message);
  }
}

/** A compiled mail with its Liquid parsed: filled for each recipient in microseconds. */
export class ParsedMail {
  /** Orders are read only for mails that speak of them. */
  readonly needsOrders: boolean;

  private constructor(
    private readonly subject: LiquidPart,
    private readonly html: LiquidPart,
    private readonly text: LiquidPart,
    source: string,
  ) {
    this.needsOrders = /lastOrder|products/.test(source);
  }

  /** Throws a `BrokenMail` that names the part. */
  static of({ subject, html, text }: CompiledMail): ParsedMail {
    return new ParsedMail(
      part('subject', () => LiquidPart.text(subject)),
      part('html', () => LiquidPart.html(html)),
      part('text', () => LiquidPart.text(text)),
      subject + html,
    );
  }

  /** Throws a `BrokenMail` where `strict` finds something missing, Liquid fails, or the mail is too large. */
  fillFor(scope: MailScope, strict = false): RenderedMail {
    const subject = part('subject', () => this.subject.fill(scope, strict))
      .replaceAll(/\s+/g, ' ')
      .trim();
    const html = part('html', () => this.html.fill(scope, strict));
    const bytes = Buffer.byteLength(html);
    if (bytes > MAX_HTML_BYTES) {
      throw new BrokenMail(`the HTML part has ${bytes} bytes; above ${MAX_HTML_BYTES} it is cut off`);
    }
    return { subject, html, text: part('text', () => this.text.fill(scope, strict)), bytes };
  }
}

function part<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new BrokenMail(`${name}: ${liquidProblem(error)}`);
  }
}

/** Marks a mail that goes to a listed address for a look. */
export const asTest = ({ subject, html, text, bytes }: RenderedMail): RenderedMail => {
  const note = 'This is a test. It was not sent to customers.';
  const banner = `<p style="margin:0;background:#fff3b0;color:#333;padding:8px;text-align:center;font:14px sans-serif">${note}</p>`;
  return {
    subject: `[Test] ${subject}`,
    html: html.replace(BODY, (tag) => tag + banner),
    text: `${note}\n\n${text}`,
    bytes: bytes + Buffer.byteLength(banner),
  };
};
