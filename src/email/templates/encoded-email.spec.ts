import { describe, expect, it } from 'vitest';
import type { LinkRules } from '../../links/rewriting/rewrite-links.js';
import { encodeEmail } from './encoded-email.js';
import { asTest } from './envelope.js';
import { withLinks } from './linked-email.js';
import { BrokenEmail, ParsedEmail } from './parsed-email.js';
import { SAMPLE_LINKS, WORST_CASES } from './samples.js';
import type { EmailScope } from './scope.js';
import { HOLE } from './sheets/sheet.js';

const RULES: LinkRules = {
  publicUrl: 'https://r.example',
  secret: 'a secret for tests that is long enough',
  hosts: ['shop.example'],
  frontPage: 'https://shop.example',
  campaign: 'win-back',
  content: 'one',
  opens: true,
};
const MESSAGE = { retailerId: '6f6e2a0e-4f0c-5c3b-9d1f-2f4f6c1f0a11', id: '0c6f1a7e-5f0b-4d0c-9f3e-3f6f5a1f7b10' };
const links = { rules: RULES, message: MESSAGE };

const scopeOf = (firstName: string | undefined, recipient: keyof typeof WORST_CASES = 'longest_name'): EmailScope => {
  const { firstName: _, ...customer } = WORST_CASES[recipient].customer;
  return {
    ...WORST_CASES[recipient],
    customer: { ...customer, ...(firstName === undefined ? {} : { firstName }) },
    shop: { url: 'https://shop.example' },
    brand: { name: 'Café & Co' },
    ...SAMPLE_LINKS,
  };
};

const NAMES = [
  'Ann',
  'Jo',
  undefined,
  'x',
  'Jürgen 🙂',
  `O'Neil`,
  '<b>',
  'a=b',
  HOLE,
  'href=https://shop.example/x',
  'Ann',
];
const SCOPES = [
  ...NAMES.map((name) => scopeOf(name)),
  ...(['no_name', 'right_to_left', 'longest_name'] as const).map((recipient) => scopeOf('Ann', recipient)),
];

const page = (body: string): string =>
  `<!doctype html><html lang="en"><head><title>{{ subject }}</title><!--[if mso]><xml>x</xml><![endif]--><!--[if !mso]><!-->\n` +
  `<style>a > b { color: red; }</style><!--<![endif]--></head><body class='a "b"'>${body}</body></html>\n`;
const LINKS =
  '<a href="https://shop.example/p?a=1&amp;b=2">p</a> <a class="x" href="{{ shop.url }}/you?n={{ customer.firstName }}&amp;c={{ offer.code }}">you</a>' +
  `<a href='{{ offer.url | default: shop.url }}'>offer</a><a href="{{ unsubscribeUrl }}">out</a><a href="mailto:{{ customer.email }}">write</a>` +
  '<v:roundrect href="{{ shop.url }}"></v:roundrect><a href="https://evil.example/{{ customer.firstName }}">no</a>';

/** With a value inside of a tag, or HTML that parsers read differently. */
const UNUSUAL = [
  `<a {{ customer.firstName }}>x</a>`,
  `<a href={{ shop.url }}/x>x</a>`,
  `<a href={{ shop.url }}{{ customer.firstName }} title="{{ customer.name }}">x</a>`,
  `<{{ customer.firstName }} href="https://shop.example/1">x</a>`,
  `1 < 2 <a href="https://shop.example/1">{{ customer.firstName }}</a>`,
  `<!-- don't --><a href="https://shop.example/1" title='{{ customer.firstName }}'>x</a>`,
  `<a title="x href="https://shop.example/{{ customer.firstName }}">x</a>`,
  `<table>{% tablerow n in (1..2) %}{{ customer.firstName }}{% endtablerow %}</table>`,
  `<p>${HOLE}{{ customer.firstName }}</p>`,
];
const USUAL = [
  'nothing',
  '{{ customer.firstName }}',
  LINKS,
  `{% if customer.firstName %}Hi {{ customer.firstName }}, ${LINKS}{% else %}Hello{% endif %}`,
  `{% for product in products limit: 2 %}<a href="{{ product.url }}">{{ product.title }}</a>{% endfor %}`,
  `{% raw %}{{ customer.firstName }}{% endraw %}{% cycle '<b>', '<i>' %}`,
  `<p title="{{ customer.firstName }}">=3D\r\n.\r\nlong ${'ü'.repeat(100)} ${'x'.repeat(200)}</p>`,
];
const TEXT =
  'Hi {{ customer.firstName }}! ({{ shop.url }}/you?n={{ customer.firstName }}&c={{ offer.code }}). https://shop.example/p?a=1&b=2\n' +
  '{% if offer.code %}{{ offer.url | default: shop.url }}{% endif %} {{ unsubscribeUrl }} http{{ customer.firstName }}\n.end';

const decoded = (bytes: Buffer): string => {
  const text = bytes.toString('latin1');
  expect(text).toMatch(/^[\t\r\n\x20-\x7e]*$/);
  expect(Math.max(...text.split('\r\n').map(({ length }) => length))).toBeLessThanOrEqual(76);
  expect(text).not.toMatch(/=\r\n$/);
  const plain = text
    .replaceAll('=\r\n', '')
    .replaceAll(/=(..)/g, (_, hex) => String.fromCharCode(parseInt(String(hex), 16)));
  return Buffer.from(plain, 'latin1').toString();
};
const crlf = (text: string): string => text.replaceAll(/\r\n|\r|\n/g, '\r\n');

const parse = (html: string): ParsedEmail =>
  ParsedEmail.of({ subject: 'Hi {{ customer.firstName }}', html, text: TEXT });

describe('an encoded email', () => {
  it.each([...USUAL, ...UNUSUAL])('is the filled email with its links, for every recipient: %s', (body) => {
    const parsed = parse(page(body));
    for (const given of [links, undefined]) {
      for (const scope of [...SCOPES, ...SCOPES]) {
        const filled = parsed.fillFor(scope);
        const { email, targets, dropped } = given ? withLinks(filled, scope, given) : { email: filled };
        const made = encodeEmail(parsed, { scope, links: given, isTest: false });
        expect(decoded(made.email.html)).toBe(crlf(email.html));
        expect(decoded(made.email.text)).toBe(crlf(email.text));
        expect({ ...made, email: {} }).toEqual({ ...(given ? { targets, dropped } : {}), email: {} });
        expect([made.email.subject, made.email.bytes]).toEqual([email.subject, Buffer.byteLength(email.html)]);
      }
    }
  });

  it.each(USUAL)('uses what was encoded for the emails before: %s', (body) => {
    const parsed = parse(page(body));
    const { html, text } = parsed.sheets;
    const pieces = parsed.piecesFor(scopeOf('Ann'));
    expect([html.find(pieces.html), text.find(pieces.text)]).toEqual([undefined, undefined]);
    expect(html.find(pieces.html)?.sheet).toBe(html.find(parsed.piecesFor(scopeOf('Jo')).html)?.sheet);
    expect([html.find(pieces.html), text.find(pieces.text)]).not.toContain(undefined);
  });

  it('has the same target as all others for a link without a value, also where a recipient is called like it', () => {
    const parsed = parse(
      page('<a href="https://shop.example/rose?a=1">x</a><a href="{{ shop.url }}/{{ customer.firstName }}">y</a>'),
    );
    const [, second] = [1, 2].map(() => encodeEmail(parsed, { scope: scopeOf('rose'), links, isTest: false }));
    const urls = second?.targets?.map(({ url }) => url.replace(/[?&]utm_.*/, ''));
    expect(urls).toContain('https://shop.example/rose?a=1');
    expect(urls).toContain('https://shop.example/rk--firstName--kr');
  });

  it.each(UNUSUAL)('is made as a whole where a value may change what a link is: %s', (body) => {
    const parsed = parse(page(body));
    const pieces = parsed.piecesFor(scopeOf('Ann'));
    for (const _ of [1, 2, 3]) expect(parsed.sheets.html.find(pieces.html)).toBeUndefined();
  });

  it('of a test says so', () => {
    const parsed = parse(page(LINKS));
    const scope = scopeOf('Ann');
    const expected = asTest(withLinks(parsed.fillFor(scope), scope, links).email);
    for (const _ of [1, 2, 3]) {
      const { email } = encodeEmail(parsed, { scope, links, isTest: true });
      expect([decoded(email.html), decoded(email.text)]).toEqual([crlf(expected.html), crlf(expected.text)]);
      expect([email.subject, email.bytes]).toEqual([expected.subject, expected.bytes]);
    }
  });

  it('is refused if it is too large, and keeps the links of its author if only ours make it so', () => {
    const scope = scopeOf('Ann');
    const filler = (length: number): string => `${'x'.repeat(70)}\n`.repeat(length / 71);
    const big = parse(page(filler(110_000)));
    const close = parse(page(filler(102_000) + '<a href="https://shop.example/">x</a>'.repeat(4)));
    for (const _ of [1, 2, 3]) {
      expect(() => encodeEmail(big, { scope, links, isTest: false })).toThrow(BrokenEmail);
      const { email, targets } = encodeEmail(close, { scope, links, isTest: false });
      expect(targets).toBeUndefined();
      expect(decoded(email.html)).toContain('<a href="https://shop.example/">');
    }
    const long = parse(page(filler(101_000) + `<a href="https://shop.example/${'y'.repeat(3_000)}">x</a>`));
    for (const _ of [1, 2, 3]) expect(() => encodeEmail(long, { scope, links, isTest: false })).toThrow(BrokenEmail);
  });

  it('of a template with very many forms stays right', () => {
    const parts = Array.from(
      { length: 7 },
      (_, n) => `{% if customer.firstName contains '${n}' %}<i>{{ customer.firstName }}</i>{% endif %}`,
    );
    const parsed = parse(page(parts.join('')));
    for (let n = 0; n < 400; n += 1) {
      const scope = scopeOf(`N${n.toString(2)}-${n % 200}`);
      expect(decoded(encodeEmail(parsed, { scope, links: undefined, isTest: false }).email.html)).toBe(
        crlf(parsed.fillFor(scope).html),
      );
    }
  });
});
