import { buffer } from 'node:stream/consumers';
import DKIM from 'nodemailer/lib/dkim';
import { foldLines } from 'nodemailer/lib/mime-funcs';
import MimeNode from 'nodemailer/lib/mime-node';
import type { Mailbox, OutgoingEmail } from './mailer.js';
import { asQuotedPrintable } from './quoted-printable.js';

/** The key that signs emails of a domain. Its public key is in DNS at `<selector>._domainkey.<domain>`. */
export interface DkimKey {
  readonly domain: string;
  readonly selector: string;
  /** PEM, RSA. The signer supports no other key: the email would be sent unsigned. */
  readonly privateKey: string;
}

/** The email is invalid; no mail server was contacted. */
export class BadEmail extends Error {}

/** RFC 8058 requires signed `List-Unsubscribe` headers, so that nobody in between can change the link. */
const SIGNED_HEADERS =
  'from:reply-to:to:subject:date:message-id:mime-version:content-type:list-unsubscribe:list-unsubscribe-post';

const LINE_BREAK = /[\r\n\0]/;
const MESSAGE_ID = /^[\w.+=~-]+@[\w.-]+$/;
const HEADER_NAME = /^[A-Za-z0-9-]+$/;

/** RFC 2045 proposes `=_`: quoted-printable never contains it, so no content can be mistaken for the boundary. */
const BOUNDARY = '=_rekindle_part';
const partHead = (kind: 'plain' | 'html'): string =>
  `--${BOUNDARY}\r\nContent-Type: text/${kind}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`;
const BEFORE_HTML = Buffer.from(`\r\n${partHead('html')}`);
const END = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);

/** The email as the bytes that are sent to a server, followed by `last`. */
export async function compose(email: OutgoingEmail, dkim?: DkimKey, last: Uint8Array = NOTHING): Promise<Buffer> {
  assertSendable(email);
  const head = Buffer.from(`${headersOf(email)}\r\n\r\n${partHead('plain')}`);
  const pieces = [head, asQuotedPrintable(email.text), BEFORE_HTML, asQuotedPrintable(email.html), END];
  return dkim
    ? Buffer.concat([await buffer(signerOf(dkim).sign(Buffer.concat(pieces))), last])
    : Buffer.concat([...pieces, last]);
}

const NOTHING = Buffer.alloc(0);

const signerOf = ({ domain, selector, privateKey }: DkimKey): DKIM =>
  new DKIM({ domainName: domain, keySelector: selector, privateKey, headerFieldNames: SIGNED_HEADERS });

/** Refuses invalid headers. The composer would encode line breaks; this reports them before a server is contacted. */
function assertSendable(email: OutgoingEmail): void {
  const texts = [
    email.subject,
    email.from.name ?? '',
    email.replyTo?.name ?? '',
    email.unsubscribeUrl ?? '',
    ...Object.values(email.headers ?? {}),
  ];
  if (texts.some((text) => LINE_BREAK.test(text))) throw new BadEmail('a header contains a line break');
  if (!MESSAGE_ID.test(email.messageId)) throw new BadEmail('the message id is invalid');
  if (!Object.keys(email.headers ?? {}).every((name) => HEADER_NAME.test(name))) {
    throw new BadEmail('the name of a header is invalid');
  }
  for (const address of [email.to, email.from.address, email.replyTo?.address]) {
    if (address !== undefined && !isAddress(address)) throw new BadEmail('an address is invalid');
  }
}

/**
 * Whether SMTP can carry the address: one @, no spaces or control characters, and no character that separates
 * addresses in a header. Quoted local parts are refused, because nobody uses them and every parser reads them
 * differently.
 */
export const isAddress = (text: string): boolean =>
  text.length <= 254 &&
  /^[^\s@<>(),;:"\\[\]\p{Cc}]{1,64}@[^\s@<>(),;:"\\[\]\p{Cc}]+\.[^\s@<>(),;:"\\[\]\p{Cc}.]+$/u.test(text);

/** Encodes the values of headers. */
const encoder = new MimeNode();

const field = (name: string, value: unknown): string =>
  foldLines(`${name}: ${encoder.encodeHeaderValue(name, value as string)}`, 76);

const senders = new Map<string, string>();
const MOST_SENDERS = 100;

/** The header of a sender. Thousands of emails have the same. */
function senderField(name: 'From' | 'Reply-To', mailbox: Mailbox): string {
  const key = JSON.stringify([name, mailbox.name, mailbox.address]);
  const known = senders.get(key);
  if (known !== undefined) return known;
  const made = field(name, { name: mailbox.name ?? '', address: mailbox.address });
  if (senders.size >= MOST_SENDERS) senders.clear();
  senders.set(key, made);
  return made;
}

/** The fields of the header in the order of nodemailer's composer, which takes ten times as long. */
function headersOf({ messageId, from, replyTo, to, subject, unsubscribeUrl, headers = {} }: OutgoingEmail): string {
  return [
    ...Object.entries(headers).map(([name, value]) => field(name, value)),
    ...(unsubscribeUrl
      ? [foldLines(`List-Unsubscribe: <${unsubscribeUrl}>`, 76), 'List-Unsubscribe-Post: List-Unsubscribe=One-Click']
      : []),
    senderField('From', from),
    field('To', { name: '', address: to }),
    ...(replyTo ? [senderField('Reply-To', replyTo)] : []),
    ...(subject === '' ? [] : [field('Subject', subject)]),
    foldLines(`Message-ID: <${messageId}>`, 76),
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${BOUNDARY}"`,
  ].join('\r\n');
}
