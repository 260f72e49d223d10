import type { RenderedEmail } from './rendered-email.dto.js';
import type { CompiledEmail } from './compiled-email.js';
import { LiquidPart, liquidProblem } from './liquid.js';
import type { EmailScope } from './scope.js';

/** Gmail cuts what is longer, and with it the way to unsubscribe. */
export const MAX_HTML_BYTES = 102_400;

/** An email that can't be made for somebody; the message says why, without personal data. */
export class BrokenEmail extends Error {
  constructor(
    message: string,
    /** For the ledger. */
    readonly reason = 'broken_mail',
  ) {
    super(message);
  }
}

/** Where the filling of an email is. */
export type FillPart = 'subject' | 'html' | 'text';

/** A compiled email with its Liquid parsed: filled for each recipient in microseconds. */
export class ParsedEmail {
  private constructor(
    private readonly subject: LiquidPart,
    private readonly html: LiquidPart,
    private readonly text: LiquidPart,
  ) {}

  /** Throws a `BrokenMail` that names the part. */
  static of({ subject, html, text }: CompiledEmail): ParsedEmail {
    return new ParsedEmail(
      part('subject', () => LiquidPart.text(subject)),
      part('html', () => LiquidPart.html(html)),
      part('text', () => LiquidPart.text(text)),
    );
  }

  /** Throws a `BrokenMail` where `strict` finds something missing, Liquid fails, or the email is too large. */
  fillFor(scope: EmailScope, strict = false, begin: (part: FillPart) => void = () => undefined): RenderedEmail {
    begin('subject');
    const subject = part('subject', () => this.subject.fill(scope, strict))
      .replaceAll(/\s+/g, ' ')
      .trim();
    begin('html');
    const html = part('html', () => this.html.fill(scope, strict));
    const bytes = Buffer.byteLength(html);
    if (bytes > MAX_HTML_BYTES) {
      throw new BrokenEmail(`the HTML part has ${bytes} bytes; above ${MAX_HTML_BYTES} it is cut off`);
    }
    begin('text');
    return { subject, html, text: part('text', () => this.text.fill(scope, strict)), bytes };
  }
}

function part<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new BrokenEmail(`${name}: ${liquidProblem(error)}`);
  }
}
