import type { RenderedEmail } from './rendered-email.dto.js';
import type { CompiledEmail } from './compiled-email.js';
import { LiquidPart, liquidProblem } from './liquid.js';
import type { EmailScope } from './scope.js';
import { cutHtml, cutText } from './sheets/cut.js';
import { Sheets } from './sheets/sheets.js';

/** Gmail cuts off HTML after so many bytes, and with it the link to unsubscribe. */
export const MAX_HTML_BYTES = 102_400;

/** An email can't be made; the message says why, without personal data. */
export class BrokenEmail extends Error {}

/** The part of an email that is being filled. */
export type FillPart = 'subject' | 'html' | 'text';

/** A filled email in the pieces that Liquid writes. */
export interface EmailPieces {
  readonly subject: string;
  readonly html: readonly string[];
  readonly text: readonly string[];
}

/** A compiled email with parsed Liquid. Filling it for a recipient takes microseconds. */
export class ParsedEmail {
  private known: { readonly html: Sheets; readonly text: Sheets } | undefined;

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
    const subject = this.subjectFor(scope, strict);
    begin('html');
    const html = part('html', () => this.html.fill(withSubject(scope, subject), strict));
    const bytes = sizeOf(html);
    begin('text');
    return { subject, html, text: part('text', () => this.text.fill(scope, strict)), bytes };
  }

  /** Missing values are empty. Throws a `BrokenEmail` if Liquid fails. */
  piecesFor(scope: EmailScope): EmailPieces {
    const subject = this.subjectFor(scope, false);
    const html = part('html', () => this.html.pieces(withSubject(scope, subject)));
    return { subject, html, text: part('text', () => this.text.pieces(scope)) };
  }

  get sheets(): { readonly html: Sheets; readonly text: Sheets } {
    this.known ??= {
      html: new Sheets(this.html.texts(), cutHtml),
      text: new Sheets(this.text.texts(), cutText),
    };
    return this.known;
  }

  private subjectFor(scope: EmailScope, strict: boolean): string {
    return part('subject', () => (strict ? this.subject.fill(scope, true) : this.subject.pieces(scope).join('')))
      .replaceAll(/\s+/g, ' ')
      .trim();
  }
}

/** Throws a `BrokenEmail` if the email is too large. */
export function joined({ subject, html, text }: EmailPieces): RenderedEmail {
  const whole = html.join('');
  return { subject, html: whole, text: text.join(''), bytes: sizeOf(whole) };
}

function sizeOf(html: string): number {
  const bytes = Buffer.byteLength(html);
  if (bytes <= MAX_HTML_BYTES) return bytes;
  throw new BrokenEmail(`the HTML part has ${bytes} bytes; above ${MAX_HTML_BYTES} it is cut off`);
}

const withSubject = (scope: EmailScope, subject: string): object => ({ ...scope, subject });

function part<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new BrokenEmail(`${name}: ${liquidProblem(error)}`);
  }
}
