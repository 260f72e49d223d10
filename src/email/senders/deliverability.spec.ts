import { createSocket, type Socket } from 'node:dgram';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkDkim } from './dkim.js';
import { checkDmarc, organisationOf, type Proven } from './dmarc.js';
import { checkSpf } from './spf.js';
import { DnsUnavailableError, NodeTxtResolver } from './txt-resolver.js';

/** A DNS server on loopback. A name has TXT records, or a code of an error (2 SERVFAIL, 3 NXDOMAIN). */
class DnsServer {
  readonly records = new Map<string, readonly string[] | number>();

  private constructor(private readonly socket: Socket) {
    socket.on('message', (message, { port, address }) => socket.send(this.answer(message), port, address));
  }

  static async start(): Promise<DnsServer> {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new DnsServer(socket);
  }

  get address(): string {
    return `127.0.0.1:${this.socket.address().port}`;
  }

  stop(): void {
    this.socket.close();
  }

  /** RFC 1035: the question again, and one answer for each record, in strings of at most 255 bytes. */
  private answer(message: Buffer): Buffer {
    const labels: string[] = [];
    let at = 12;
    for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
      labels.push(message.subarray(at + 1, at + 1 + length).toString());
      at += length + 1;
    }
    const question = message.subarray(12, at + 5);
    const found = this.records.get(labels.join('.').toLowerCase()) ?? 3;
    const texts = typeof found === 'number' ? [] : found;
    const header = Buffer.from(message.subarray(0, 12));
    header.writeUInt16BE(0x8180 | (typeof found === 'number' ? found : 0), 2);
    header.writeUInt16BE(texts.length, 6);
    header.writeUInt16BE(0, 10);
    const answers = texts.map((text) => {
      const pieces = text.match(/.{1,255}/gs) ?? [''];
      const data = Buffer.concat(pieces.map((piece) => Buffer.from([piece.length, ...Buffer.from(piece)])));
      const head = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 0, 0, 0]);
      head.writeUInt16BE(data.length, 10);
      return Buffer.concat([head, data]);
    });
    return Buffer.concat([header, question, ...answers]);
  }
}

let dns: DnsServer;
let resolver: NodeTxtResolver;
beforeAll(async () => {
  dns = await DnsServer.start();
  resolver = new NodeTxtResolver([dns.address]);
});
afterAll(() => dns.stop());
beforeEach(() => dns.records.clear());
const given = (records: Readonly<Record<string, readonly string[] | number>>): void => {
  for (const [name, value] of Object.entries(records)) dns.records.set(name, value);
};

describe('the TXT records of a name', () => {
  it('are read in one piece each', async () => {
    given({ 'a.example': ['x'.repeat(600), 'y'] });
    expect((await resolver.txt('a.example')).toSorted()).toEqual(['x'.repeat(600), 'y']);
  });

  it('are none where there is no such name', async () => {
    expect(await resolver.txt('nobody.example')).toEqual([]);
  });

  it('are not known where the DNS fails', async () => {
    given({ 'a.example': 2 });
    await expect(resolver.txt('a.example')).rejects.toBeInstanceOf(DnsUnavailableError);
  });
});

describe('SPF', () => {
  const tenIncludes = Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`i${i}.example`, ['v=spf1 -all']]));
  const including = (count: number): string =>
    `v=spf1 ${Array.from({ length: count }, (_, index) => `include:i${index}.example`).join(' ')} -all`;

  it.each<[what: string, records: Record<string, readonly string[]>, status: string, detail: RegExp]>([
    [
      'a valid record',
      { 'a.example': ['v=spf1 ip4:192.0.2.0/24 a mx include:b.example ~all', 'other'], 'b.example': ['v=spf1 -all'] },
      'passed',
      /3 of 10 lookups/,
    ],
    ['no record', { 'a.example': ['google-site-verification=1'] }, 'failed', /no SPF record/],
    ['two records', { 'a.example': ['v=spf1 -all', 'v=spf1 mx -all'] }, 'failed', /has 2 SPF records/],
    ['everybody', { 'a.example': ['v=spf1 +all'] }, 'failed', /lets everybody/],
    [
      'everybody by a redirect',
      { 'a.example': ['v=spf1 redirect=b.example'], 'b.example': ['v=spf1 all'] },
      'failed',
      /lets everybody/,
    ],
    ['a redirect to nothing', { 'a.example': ['v=spf1 redirect=b.example'] }, 'failed', /b\.example, which has no SPF/],
    [
      'an include of nothing',
      { 'a.example': ['v=spf1 include:b.example -all'] },
      'failed',
      /b\.example, which has no SPF/,
    ],
    [
      '+all of an included record, which is not ours',
      { 'a.example': ['v=spf1 include:b.example -all'], 'b.example': ['v=spf1 +all'] },
      'passed',
      /valid/,
    ],
    ['ten lookups', { 'a.example': [including(10)], ...tenIncludes }, 'passed', /10 of 10 lookups/],
    ['eleven lookups', { 'a.example': [including(11)], ...tenIncludes }, 'failed', /more than 10 lookups/],
    ['a loop', { 'a.example': ['v=spf1 include:a.example -all'] }, 'failed', /more than 10 lookups/],
    [
      'a macro, which is not followed',
      { 'a.example': ['v=spf1 exists:%{i}.b.example include:%{d}.c.example -all'] },
      'passed',
      /2 of 10/,
    ],
    [
      'a word without a meaning',
      { 'a.example': ['v=spf1 ipv4:192.0.2.1 -all'] },
      'failed',
      /"ipv4:192\.0\.2\.1" means nothing/,
    ],
    ['a bad network', { 'a.example': ['v=spf1 ip4:192.0.2.1/40 -all'] }, 'failed', /no network/],
    ['terms after all, which do not count', { 'a.example': ['v=spf1 -all include:gone.example'] }, 'passed', /0 of 10/],
  ])('with %s', async (_what, records, status, detail) => {
    given(records);
    const found = await checkSpf('a.example', 'smtp.b.example', resolver);
    expect([found.status, found.detail]).toEqual([status, expect.stringMatching(detail)]);
  });

  it('says which record to add', async () => {
    const { fix } = await checkSpf('a.example', 'smtp.b.example', resolver);
    expect(fix).toEqual({ type: 'TXT', host: 'a.example', value: 'v=spf1 a:smtp.b.example ~all' });
  });
});

describe('DKIM', () => {
  const host = 'k1._domainkey.a.example';
  const pair = (modulusLength: number) => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength });
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
    const der = (type: 'spki' | 'pkcs1') =>
      createPublicKey(privateKey).export({ format: 'der', type }).toString('base64');
    return { key: { domain: 'a.example', selector: 'k1', privateKey: pem }, spki: der('spki'), pkcs1: der('pkcs1') };
  };
  const [ours, other, short] = [pair(2_048), pair(1_024), pair(768)];

  it.each<[what: string, records: readonly string[], status: string, detail: RegExp]>([
    ['our key', [`v=DKIM1; k=rsa; p=${ours.spki}`], 'passed', /2048 bits/],
    [
      'our key in another form, with spaces',
      [`p=${ours.pkcs1.slice(0, 99)} ${ours.pkcs1.slice(99)}`],
      'passed',
      /the one that signs/,
    ],
    ['no key', [], 'failed', /no DKIM key/],
    ['a revoked key', ['v=DKIM1; p='], 'failed', /revoked/],
    ['another key', [`v=DKIM1; p=${other.spki}`], 'failed', /not the one that signs/],
    ['a short key', [`v=DKIM1; p=${short.spki}`], 'failed', /768 bits/],
    ['no readable key', ['v=DKIM1; p=AAAA'], 'failed', /can not be read/],
  ])('with %s', async (_what, records, status, detail) => {
    if (records.length > 0) given({ [host]: records });
    const found = await checkDkim(ours.key, resolver);
    expect([found.status, found.detail]).toEqual([status, expect.stringMatching(detail)]);
  });

  it('names the record that fits the key', async () => {
    const { fix } = await checkDkim(ours.key, resolver);
    expect(fix).toEqual({ type: 'TXT', host, value: `v=DKIM1; k=rsa; p=${ours.spki}` });
  });

  it('is not known where the service does not sign', async () => {
    expect((await checkDkim(undefined, resolver)).status).toBe('unknown');
  });
});

describe('DMARC', () => {
  const spf = (status: Proven['status'], domain = 'mail.a.example'): Proven => ({ name: 'SPF', domain, status });
  const dkim = (status: Proven['status'], domain = 'a.example'): Proven => ({ name: 'DKIM', domain, status });
  const [host, above] = ['_dmarc.mail.a.example', '_dmarc.a.example'];

  it.each<[what: string, records: Record<string, readonly string[]>, proven: Proven[], status: string, detail: RegExp]>(
    [
      ['no record', {}, [spf('passed')], 'failed', /a\.example has no DMARC record/],
      ['a record of its own', { [host]: ['v=DMARC1; p=reject'] }, [spf('passed')], 'passed', /"reject", and SPF fit/],
      [
        'a record of its organisation',
        { [above]: ['v=DMARC1;p=none'] },
        [spf('passed'), dkim('passed')],
        'passed',
        /SPF \+ DKIM/,
      ],
      ['two records', { [host]: ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] }, [spf('passed')], 'failed', /several/],
      [
        'a record without a policy',
        { [host]: ['v=DMARC1; rua=mailto:a@a.example'] },
        [spf('passed')],
        'failed',
        /no policy/,
      ],
      ['DKIM alone, relaxed', { [host]: ['v=DMARC1; p=none'] }, [spf('failed'), dkim('passed')], 'passed', /DKIM fit/],
      [
        'DKIM alone, strict',
        { [host]: ['v=DMARC1; p=none; adkim=s'] },
        [spf('failed'), dkim('passed')],
        'failed',
        /mail\.a\.example itself/,
      ],
      [
        'DKIM of another organisation',
        { [host]: ['v=DMARC1; p=none'] },
        [spf('failed'), dkim('passed', 'b.example')],
        'failed',
        /does not either/,
      ],
      [
        'nothing that is known',
        { [host]: ['v=DMARC1; p=none'] },
        [spf('failed'), dkim('unknown')],
        'unknown',
        /not known/,
      ],
    ],
  )('with %s', async (_what, records, proven, status, detail) => {
    given(records);
    const found = await checkDmarc('mail.a.example', proven, resolver);
    expect([found.status, found.detail]).toEqual([status, expect.stringMatching(detail)]);
  });

  it.each([
    ['mail.example.co.uk', 'example.co.uk'],
    ['shop.example.com', 'example.com'],
    ['one.github.io', 'one.github.io'],
    ['a.b.one.github.io', 'one.github.io'],
    ['mail.a.example', 'a.example'],
  ])('takes the organisation of %s as %s', (domain, organisation) => {
    expect(organisationOf(domain)).toBe(organisation);
  });
});
