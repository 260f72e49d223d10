import { buffer } from 'node:stream/consumers';
import DKIM from 'nodemailer/lib/dkim';
import { encode, wrap } from 'nodemailer/lib/qp';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Mailbox, OutgoingEmail } from './mailer.js';

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

/** The email as the bytes that are sent to a server. */
export async function compose(email: OutgoingEmail, dkim?: DkimKey): Promise<Buffer> {
  assertSendable(email);
  const headers = new MailComposer({
    messageId: `<${email.messageId}>`,
    from: mailbox(email.from),
    ...(email.replyTo ? { replyTo: mailbox(email.replyTo) } : {}),
    to: { name: '', address: email.to },
    subject: email.subject,
    // Makes it a multipart/alternative. `partsOf` makes the parts.
    alternatives: [{ raw: '' }, { raw: '' }],
    headers: headersOf(email),
  })
    .compile()
    .buildHeaders();
  const bytes = Buffer.from(`${headers}\r\n\r\n${partsOf(email, headers)}`);
  return dkim ? buffer(signerOf(dkim).sign(bytes)) : bytes;
}

/** The MIME parts. They are made here, because the composer's streams take four times as long as everything else. */
function partsOf({ text, html }: OutgoingEmail, headers: string): string {
  const boundary = /boundary="([^"]+)"/.exec(headers)?.[1];
  if (!boundary) throw new Error('the composer made no multipart');
  const parts = [part('plain', text), part('html', html)].map((one) => `--${boundary}\r\n${one}\r\n`);
  return `${parts.join('')}--${boundary}--\r\n`;
}

/** A part in quoted-printable, so that lines are short and no content can be mistaken for SMTP or MIME. */
const part = (kind: 'plain' | 'html', content: string): string =>
  `Content-Type: text/${kind}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${wrap(
    encode(content.replaceAll(/\r\n|\r|\n/g, '\r\n')),
    76,
  )}`;

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

const mailbox = ({ name, address }: Mailbox): { name: string; address: string } => ({ name: name ?? '', address });

function headersOf({ unsubscribeUrl, headers }: OutgoingEmail): Record<string, string> {
  return {
    ...headers,
    ...(unsubscribeUrl
      ? { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
      : {}),
  };
}
