import type { RenderedEmail } from './rendered-email.dto.js';
import type { CompiledEmail } from './compiled-email.js';
import { LiquidPart, liquidProblem } from './liquid.js';
import type { EmailScope } from './scope.js';

/** Gmail cuts off HTML after so many bytes, and with it the link to unsubscribe. */
export const MAX_HTML_BYTES = 102_400;

/** An email can't be made; the message says why, without personal data. */
export class BrokenEmail extends Error {}

/** The part of an email that is being filled. */
export type FillPart = 'subject' | 'html' | 'text';

/** A compiled email with parsed Liquid. Filling it for a recipient takes microseconds. */
export class ParsedEmail {
  private constructor(
    private readonly subject: LiquidPart,
    private readonly html: LiquidPart,
    private readonly text: LiquidPart,
  ) {}

  /** Throws a `BrokenEmail` with the name of the part. */
  static of({ subject, html, text }: CompiledEmail): ParsedEmail {
    return new ParsedEmail(
      part('subject', () => LiquidPart.text(subject)),
      part('html', () => LiquidPart.html(html)),
      part('text', () => LiquidPart.text(text)),
    );
  }

  /** Throws a `BrokenEmail` if Liquid fails, the email is too large, or `strict` finds a missing value. */
  fillFor(scope: EmailScope, strict = false, begin: (part: FillPart) => void = () => undefined): RenderedEmail {
    begin('subject');
    const subject = part('subject', () => this.subject.fill(scope, strict))
      .replaceAll(/\s+/g, ' ')
      .trim();
    begin('html');
    const html = part('html', () => this.html.fill(withSubject(scope, subject), strict));
    const bytes = Buffer.byteLength(html);
    if (bytes > MAX_HTML_BYTES) {
      throw new BrokenEmail(`the HTML part has ${bytes} bytes; above ${MAX_HTML_BYTES} it is cut off`);
    }
    begin('text');
    return { subject, html, text: part('text', () => this.text.fill(scope, strict)), bytes };
  }
}

const withSubject = (scope: EmailScope, subject: string): object => ({ ...scope, subject });

function part<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new BrokenEmail(`${name}: ${liquidProblem(error)}`);
  }
}
