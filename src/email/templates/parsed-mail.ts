import type { RenderedMail } from './mail-source.js';
import type { CompiledMail } from './compiled-mail.js';
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

/** Where the filling of a mail is. */
export type FillPart = 'subject' | 'html' | 'text';

/** A compiled mail with its Liquid parsed: filled for each recipient in microseconds. */
export class ParsedMail {
  private constructor(
    private readonly subject: LiquidPart,
    private readonly html: LiquidPart,
    private readonly text: LiquidPart,
  ) {}

  /** Throws a `BrokenMail` that names the part. */
  static of({ subject, html, text }: CompiledMail): ParsedMail {
    return new ParsedMail(
      part('subject', () => LiquidPart.text(subject)),
      part('html', () => LiquidPart.html(html)),
      part('text', () => LiquidPart.text(text)),
    );
  }

  /** Throws a `BrokenMail` where `strict` finds something missing, Liquid fails, or the mail is too large. */
  fillFor(scope: MailScope, strict = false, begin: (part: FillPart) => void = () => undefined): RenderedMail {
    begin('subject');
    const subject = part('subject', () => this.subject.fill(scope, strict))
      .replaceAll(/\s+/g, ' ')
      .trim();
    begin('html');
    const html = part('html', () => this.html.fill(scope, strict));
    const bytes = Buffer.byteLength(html);
    if (bytes > MAX_HTML_BYTES) {
      throw new BrokenMail(`the HTML part has ${bytes} bytes; above ${MAX_HTML_BYTES} it is cut off`);
    }
    begin('text');
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
