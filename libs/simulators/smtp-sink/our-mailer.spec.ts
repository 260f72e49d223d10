import { generateKeyPairSync } from 'node:crypto';
import { FileMailer, type OutgoingEmail, SmtpMailer } from '#libs/mailer';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyDkim } from './dkim-verifier.js';
import { type SinkBehaviour, SmtpSink } from './smtp-sink.js';

const email = (changes: Partial<OutgoingEmail> = {}): OutgoingEmail => ({
  messageId: 'retailer.row@mail.example',
  from: { name: 'Šárka & Co', address: 'hello@mail.example' },
  to: 'ada@example.com',
  subject: 'Wir vermissen Sie',
  html: '<p>Grüße</p>',
  text: 'Grüße',
  ...changes,
});

let sink: SmtpSink;
let mailer: SmtpMailer;
beforeEach(async () => {
  sink = await SmtpSink.start();
  mailer = new SmtpMailer({ url: sink.url, connections: 2, silenceMs: 1_000 });
});
afterEach(async () => {
  await mailer.close();
  await sink.stop();
});

const header = (source: string, name: string): string | undefined =>
  new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'im').exec(source)?.[1];
const headersOf = (source: string): string => source.slice(0, source.indexOf('\r\n\r\n'));

describe('an email that is accepted', () => {
  it('has the given id, both parts and the headers to unsubscribe with one click', async () => {
    const unsubscribeUrl = 'https://rekindle.example/unsubscribe/abc';
    expect(await mailer.send(email({ unsubscribeUrl }))).toMatchObject({ outcome: 'accepted' });
    const [{ source, messageId, from, to } = sink.emails[0]!] = sink.emails;
    expect({ messageId, from, to }).toEqual({
      messageId: 'retailer.row@mail.example',
      from: 'hello@mail.example',
      to: 'ada@example.com',
    });
    expect(header(source, 'List-Unsubscribe')).toBe(`<${unsubscribeUrl}>`);
    expect(header(source, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    expect(source).toContain('multipart/alternative');
    expect(source.indexOf('text/plain')).toBeLessThan(source.indexOf('text/html'));
  });

  it('is sent over a connection that was used before', async () => {
    for (const place of [1, 2, 3]) {
      expect(await mailer.send(email({ messageId: `${place}@mail.example` }))).toMatchObject({ outcome: 'accepted' });
    }
    expect(sink.open).toBe(1);
  });
});

describe('lines that begin with a dot', () => {
  it.each([
    ['text', '.\n.\r\n..two\r\n.one\r\n', '.'],
    ['bytes', Buffer.from('.\r\n.\r\n..two\r\n.one\r\n'), Buffer.from('.')],
  ])('arrive as they are, and do not end the email: %s', async (_name, text, html) => {
    expect(await mailer.send(email({ text, html }))).toMatchObject({ outcome: 'accepted' });
    expect(await mailer.send(email({ messageId: 'next@mail.example' }))).toMatchObject({ outcome: 'accepted' });
    expect(sink.emails.map(({ messageId }) => messageId)).toEqual(['retailer.row@mail.example', 'next@mail.example']);
    const parts = (sink.emails[0]?.source ?? '').split('Content-Transfer-Encoding: quoted-printable\r\n\r\n');
    expect(parts[1]).toMatch(/^\.\r\n\.\r\n\.\.two\r\n\.one\r\n\r\n--/);
    expect(parts[2]).toMatch(/^\.\r\n--/);
  });

  it('arrive by the thousand', async () => {
    const text = `${'.x\r\n'.repeat(20_000)}end`;
    expect(await mailer.send(email({ text: Buffer.from(text) }))).toMatchObject({ outcome: 'accepted' });
    expect(sink.emails[0]?.source).toContain(`\r\n\r\n${text}\r\n--`);
  });
});

describe('an email that is not accepted', () => {
  const verdicts: readonly [string, SinkBehaviour, object][] = [
    ['an address refused for now', { refuse: { code: 451, text: '4.2.0 later' } }, { outcome: 'deferred', code: 451 }],
    [
      'a dead mailbox',
      { refuse: { code: 550, text: '5.1.1 <ada@example.com> unknown' } },
      { outcome: 'rejected', code: 550, badMailbox: true, response: expect.not.stringContaining('ada') as string },
    ],
    [
      'an email refused for its content',
      { refuseData: { code: 554, text: '5.7.1 spam' } },
      { outcome: 'rejected', code: 554, badMailbox: false },
    ],
    ['a full mailbox after the data', { refuseData: { code: 452, text: '4.2.2 full' } }, { outcome: 'deferred' }],
    ['a connection lost before the data', { hangUp: 'before_data' }, { outcome: 'deferred' }],
    ['a connection lost after the data', { hangUp: 'before_answer' }, { outcome: 'unknown' }],
    ['a lost 250', { hangUp: 'after_accept' }, { outcome: 'unknown' }],
    ['a server that falls silent after the data', { delayMs: 3_000 }, { outcome: 'unknown' }],
  ];
  it.each(verdicts)('has the outcome of %s', async (_name, behaviour, verdict) => {
    sink.behave('ada@example.com', behaviour);
    expect(await mailer.send(email())).toMatchObject(verdict);
    expect(await mailer.send(email({ to: 'bob@example.com' }))).toMatchObject({ outcome: 'accepted' });
  });

  it('is deferred if no server listens', async () => {
    await sink.stop();
    expect(await mailer.send(email())).toMatchObject({ outcome: 'deferred' });
    sink = await SmtpSink.start({ port: sink.port });
    expect(await mailer.send(email())).toMatchObject({ outcome: 'accepted' });
  });

  it('is not sent again if its connection breaks after the server accepted it', async () => {
    sink.behave('ada@example.com', { hangUp: 'after_accept' });
    await Promise.all([1, 2, 3, 4].map((place) => mailer.send(email({ messageId: `${place}@mail.example` }))));
    expect(sink.emails.map(({ messageId }) => messageId).toSorted()).toEqual(
      [1, 2, 3, 4].map((place) => `${place}@mail.example`),
    );
  });
});

describe('header injection', () => {
  const attempts: readonly [string, Partial<OutgoingEmail>][] = [
    ['a subject', { subject: 'Hi\r\nBcc: evil@example.com' }],
    ['a subject with a lone line feed', { subject: 'Hi\nBcc: evil@example.com' }],
    ['a sender name', { from: { name: 'Shop\r\nBcc: evil@example.com', address: 'hello@mail.example' } }],
    ['a sender address', { from: { address: 'hello@mail.example>\r\nBcc: evil@example.com' } }],
    ['a reply address', { replyTo: { address: 'a@b.example, evil@example.com' } }],
    ['a recipient', { to: 'ada@example.com\r\nRCPT TO:<evil@example.com>' }],
    ['a list of recipients', { to: 'ada@example.com, evil@example.com' }],
    ['a recipient in brackets', { to: 'x <evil@example.com>' }],
    ['a quoted recipient', { to: '"a@b"@example.com' }],
    ['a message id', { messageId: 'a@b>\r\nBcc: evil@example.com' }],
    ['an unsubscribe address', { unsubscribeUrl: 'https://x.example/\r\nBcc: evil@example.com' }],
    ['a header value', { headers: { 'X-Test': 'a\r\nBcc: evil@example.com' } }],
    ['a header name', { headers: { 'X-Test:a\r\nBcc': 'evil@example.com' } }],
  ];
  it.each(attempts)('is refused in %s', async (_name, changes) => {
    expect(await mailer.send(email(changes))).toMatchObject({ outcome: 'rejected' });
    expect(sink.emails).toEqual([]);
  });

  it('has no effect by lines in the text that look like headers', async () => {
    await mailer.send(email({ text: '\r\nBcc: evil@example.com\r\n.\r\nRCPT TO:<evil@example.com>' }));
    expect(sink.emails.map(({ to }) => to)).toEqual(['ada@example.com']);
    expect(headersOf(sink.emails[0]?.source ?? '')).not.toContain('evil');
  });
});

describe('DKIM', () => {
  it('signs emails that a verifier accepts, but not after a change', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const dkim = {
      domain: 'mail.example',
      selector: 'key1',
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    };
    const signing = new SmtpMailer({ url: sink.url, connections: 1, dkim });
    await signing.send(email({ unsubscribeUrl: 'https://rekindle.example/unsubscribe/abc' }));
    await signing.close();
    const source = sink.emails[0]?.source ?? '';
    expect(header(source, 'DKIM-Signature')).toMatch(/list-unsubscribe:list-unsubscribe-post/i);
    expect(verifyDkim(source, publicKey)).toEqual({ valid: true });
    expect(verifyDkim(source.replace('/unsubscribe/abc', '/unsubscribe/abd'), publicKey)).toMatchObject({
      valid: false,
    });
    expect(verifyDkim(source.replace('Gr=C3=BC', 'Gr=C3=BD'), publicKey)).toMatchObject({ valid: false });
  });
});

describe('the mailer that writes files', () => {
  it('writes the email and a page of it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rekindle-outbox-'));
    try {
      const files = new FileMailer({ folder });
      expect(await files.send(email())).toMatchObject({ outcome: 'accepted' });
      expect(await files.send(email({ messageId: '../../etc/x@y' }))).toMatchObject({ outcome: 'rejected' });
      const names = (await readdir(folder)).toSorted();
      expect(names).toEqual(['retailer.row@mail.example.eml', 'retailer.row@mail.example.html']);
      expect(await readFile(join(folder, names[0] ?? ''), 'utf8')).toContain('To: ada@example.com');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
