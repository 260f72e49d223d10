import { encodePiece, joinPieces } from '#libs/mailer';
import { addressIn } from '../../links/rewriting/anchors.js';
import { asTest } from './envelope.js';
import { type EmailLinks, type LinkedEmail, linksFor, withLinks } from './linked-email.js';
import { type EmailPieces, joined, MAX_HTML_BYTES, type ParsedEmail } from './parsed-email.js';
import type { RenderedEmail } from './rendered-email.dto.js';
import type { EmailScope } from './scope.js';
import { fillSheet, type Slot, textIn } from './sheets/sheet.js';

/** An email whose parts are quoted-printable. */
export type EncodedEmail = Pick<RenderedEmail, 'subject' | 'bytes'> & { readonly html: Buffer; readonly text: Buffer };

export interface Encoded extends Omit<LinkedEmail, 'email'> {
  readonly email: EncodedEmail;
}

export interface EncodeRequest {
  readonly scope: EmailScope;
  /** Absent: the links stay as they are. */
  readonly links: EmailLinks | undefined;
  readonly isTest: boolean;
}

/** The email as it is sent. Throws a `BrokenEmail`. */
export function encodeEmail(parsed: ParsedEmail, request: EncodeRequest): Encoded {
  const pieces = parsed.piecesFor(request.scope);
  return onSheets(parsed, pieces, request) ?? whole(pieces, request);
}

/** Undefined where the constant texts of the email are not encoded yet, or the email is unusual. */
function onSheets(
  parsed: ParsedEmail,
  pieces: EmailPieces,
  { scope, links, isTest }: EncodeRequest,
): Encoded | undefined {
  if (isTest) return undefined;
  const [html, text] = [parsed.sheets.html.find(pieces.html), parsed.sheets.text.find(pieces.text)];
  if (!html || !text) return undefined;
  const set = links && linksFor(scope, links);
  for (const item of html.sheet.items) {
    if (!('parts' in item) || item.kind !== 'href') continue;
    const address = item.address ?? addressIn(textIn(item, html.values));
    if (address !== undefined) set?.add(address, item.address !== undefined);
  }
  const change = (found: string, { kind, address: shared }: Slot): string => {
    if (!set || kind === 'value') return found;
    if (kind === 'word') return set.inText(found);
    if (kind === 'end') return set.extras();
    const address = shared ?? addressIn(found);
    return (address !== undefined && set.urlOf(address)) || found;
  };
  // What the links of the author took more than ours.
  let longer = 0;
  const filled = fillSheet(html.sheet, html.values, (found, slot) => {
    const changed = change(found, slot);
    if (changed !== found) longer += Buffer.byteLength(found) - Buffer.byteLength(changed);
    return changed;
  });
  if (filled.bytes + Math.max(longer, 0) > MAX_HTML_BYTES) return undefined;
  const email = {
    subject: pieces.subject,
    bytes: filled.bytes,
    html: joinPieces(filled.encoded),
    text: joinPieces(fillSheet(text.sheet, text.values, change).encoded),
  };
  return set ? { email, targets: set.targets, dropped: set.dropped } : { email };
}

function whole(pieces: EmailPieces, { scope, links, isTest }: EncodeRequest): Encoded {
  const email = joined(pieces);
  const linked: LinkedEmail = links ? withLinks(email, scope, links) : { email };
  const { subject, bytes, html, text } = isTest ? asTest(linked.email) : linked.email;
  return { ...linked, email: { subject, bytes, html: encodeWhole(html), text: encodeWhole(text) } };
}

const encodeWhole = (text: string): Buffer => joinPieces(encodePiece(text));
