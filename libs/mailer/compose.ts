import { buffer } from 'node:stream/consumers';
import DKIM from 'nodemailer/lib/dkim';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Mailbox, OutgoingMail } from './mailer.js';

/** Signs mails for a domain; the public key stands in DNS at `<selector>._domainkey.<domain>`. */
export interface DkimKey {
  readonly domain: string;
  readonly selector: string;
  /** PEM, RSA: the signer knows no other, and would send unsigned. */
  readonly privateKey: string;
}

/** A mail that can't be sent as it is: no server was asked. */
export class BadMail extends Error {}

/** RFC 8058 wants both signed, so that nobody on the way can change where a click leads. */
const SIGNED_HEADERS =
  'from:reply-to:to:subject:date:message-id:mime-version:content-type:list-unsubscribe:list-unsubscribe-post';

const LINE_BREAK = /[\r\n\0]/;
const MESSAGE_ID = /^[\w.+=~-]+@[\w.-]+$/;
const HEADER_NAME = /^[A-Za-z0-9-]+$/;

/** The mail as the bytes that a server gets. */
export async function compose(mail: OutgoingMail, dkim?: DkimKey): Promise<Buffer> {
  assertSendable(mail);
  const node = new MailComposer({
    messageId: `<${mail.messageId}>`,
    from: mailbox(mail.from),
    ...(mail.replyTo ? { replyTo: mailbox(mail.replyTo) } : {}),
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: headersOf(mail),
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: '\r\n',
  }).compile();
  const bytes = await node.build();
  return dkim ? buffer(signerOf(dkim).sign(bytes)) : bytes;
}

const signerOf = ({ domain, selector, privateKey }: DkimKey): DKIM =>
  new DKIM({ domainName: domain, keySelector: selector, privateKey, headerFieldNames: SIGNED_HEADERS });

/** What no header may hold. The composer encodes line breaks away too; this says so before a server is asked. */
function assertSendable(mail: OutgoingMail): void {
  const texts = [
    mail.subject,
    mail.from.name ?? '',
    mail.replyTo?.name ?? '',
    mail.unsubscribeUrl ?? '',
    ...Object.values(mail.headers ?? {}),
  ];
  if (texts.some((text) => LINE_BREAK.test(text))) throw new BadMail('a header holds a line break');
  if (!MESSAGE_ID.test(mail.messageId)) throw new BadMail('the message id is not one');
  if (!Object.keys(mail.headers ?? {}).every((name) => HEADER_NAME.test(name)))
    throw new BadMail('a header has no name');
  for (const address of [mail.to, mail.from.address, mail.replyTo?.address]) {
    if (address !== undefined && !isAddress(address)) throw new BadMail('an address is not one');
  }
}

/**
 * Whether SMTP can carry it: one @, no spaces or control characters, none of the signs that separate addresses in a
 * header. Quoted local parts are refused: no shop has such customers, and every parser reads them differently.
 */
export const isAddress = (text: string): boolean =>
  text.length <= 254 &&
  // eslint-disable-next-line no-control-regex
  /^[^\s@<>(),;:"\\[\]\u0000-\u001f\u007f]{1,64}@[^\s@<>(),;:"\\[\]\u0000-\u001f\u007f]+\.[^\s@<>(),;:"\\[\]\u0000-\u001f\u007f.]+$/u.test(
    text,
  );

const mailbox = ({ name, address }: Mailbox): { name: string; address: string } => ({ name: name ?? '', address });

function headersOf({ unsubscribeUrl, headers }: OutgoingMail): Record<string, string> {
  return {
    ...headers,
    ...(unsubscribeUrl
      ? { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
      : {}),
  };
}
