import { describe, expect, it } from 'vitest';
import type { EmailImage } from './email-assets.service.js';
import type { EmailSource } from './email-source.dto.js';
import { checkCompiled, checkImages, checkSource } from './check.js';
import { compileSource } from './compile.js';
import type { CompiledEmail, PlacedImages } from './compiled-email.js';
import { BrokenEmail, ParsedEmail } from './parsed-email.js';
import { SAMPLE_LINKS, WORST_CASES } from './samples.js';
import { linksSomeOnly } from './links.js';
import { type EmailScope, recipientScope } from './scope.js';
import { asTest } from './envelope.js';

const HERO: EmailImage = { url: 'https://x.example/h.png', width: 1200, height: 600, altText: 'Autumn & sale' };
const SHOP = { storeUrl: 'https://shop.example', hosts: ['shop.example', 'shop1.myshopify.com'] };
const SCOPE: EmailScope = {
  ...WORST_CASES.longest_name,
  shop: { url: 'https://shop.example' },
  brand: { name: 'Café', postalAddress: '1 Road' },
  ...SAMPLE_LINKS,
  unsubscribeUrl: 'https://r.example/u/1',
};

const compiled = async (source: Partial<EmailSource>, images: PlacedImages = {}): Promise<CompiledEmail> => {
  const result = await compileSource({ subject: 'Hello', ...source }, images, {});
  if ('errors' in result) throw new Error(JSON.stringify(result.errors));
  return result.compiled;
};
const filled = async (source: Partial<EmailSource>, scope: Partial<EmailScope> = {}, strict = false) =>
  ParsedEmail.of(await compiled(source)).fillFor({ ...SCOPE, ...scope }, strict);
const mistakes = async (source: Partial<EmailSource>) => {
  const whole = { subject: 'Hello', ...source };
  const result = await compileSource(whole, {}, {});
  return 'errors' in result ? result.errors : checkCompiled(whole, result.compiled, SHOP);
};

describe('an email of Markdown', () => {
  it('gets the layout, a text part and a link to unsubscribe', async () => {
    const { html, text } = await filled({
      body: '# Come back\n\nDear **{{ customer.name | default: "friend" }}**, [look](https://a.example).',
    });
    expect(html).toMatch(/<h1[^>]*>Come back<\/h1>/);
    expect(html).toContain('https://r.example/u/1');
    expect(html).toContain('prefers-color-scheme: dark');
    expect(text).toMatch(/Come back\n+Dear Maximiliana.*look \(https:\/\/a\.example\)/);
    expect(text).toContain('Unsubscribe (https://r.example/u/1)');
    expect(text).not.toMatch(/<|lqd\d/);
  });

  it('keeps Liquid unchanged, also characters that Markdown would replace', async () => {
    const body =
      '{% if customer.ordersCount > 1 and customer.country == "DE" %}**many**{% else %}few{% endif %}\n\n{% for p in products %}\n- {{ p.title }}\n{% endfor %}';
    const { html } = await filled({ body });
    expect(html).toContain('<strong>many</strong>');
    expect(html.match(/walnut/g)).toHaveLength(10);
  });
});

describe('words that look like placeholders for Liquid', () => {
  it.each(['body', 'html'] as const)('are kept in %s', async (kind) => {
    const { html, text } = await filled({ [kind]: '{{ brand.name }} lqd0dql lqd1dql lqd9dql {{ unsubscribeUrl }}' });
    for (const part of [html, text]) expect(part).toContain('Café lqd0dql lqd1dql lqd9dql https://r.example/u/1');
  });
});

describe('personal data', () => {
  const evil = { customer: { ...SCOPE.customer, firstName: '<img src=x onerror=alert(1)>"\'&' } };
  it.each(['body', 'mjml', 'html'] as const)('are escaped in %s, even with the filter raw', async (kind) => {
    const inner = 'Hi {{ customer.firstName }} {{ customer.firstName | raw }}';
    const source = {
      body: inner,
      html: `<p>${inner}</p>`,
      mjml: `<mjml><mj-body><mj-section><mj-column><mj-text>${inner}</mj-text></mj-column></mj-section></mj-body></mjml>`,
    };
    const { html, text } = await filled({ [kind]: source[kind] }, evil);
    expect(html).not.toContain('<img src=x');
    expect(html.match(/&lt;img src=x/g)).toHaveLength(2);
    expect(text).toContain('<img src=x onerror=alert(1)>');
  });

  it('are not interpreted as Liquid', async () => {
    const { html } = await filled(
      { html: '{{ customer.firstName }}' },
      { customer: { ...SCOPE.customer, firstName: '{{ customer.email }}' } },
    );
    expect(html).toContain('{{ customer.email }}');
  });

  it('cannot add headers through the subject', async () => {
    const { subject } = await filled(
      { subject: 'Hi {{ customer.firstName }}', body: 'x' },
      { customer: { ...SCOPE.customer, firstName: 'A\r\nBcc: b@c.example' } },
    );
    expect(subject).toBe('Hi A Bcc: b@c.example');
  });
});

describe('a mistake of the author', () => {
  it.each([
    ['nothing at all', {}, '', /exactly one/],
    ['two kinds', { body: 'a', html: 'b' }, '', /exactly one/],
    ['a broken tag', { body: 'Hi {{ customer.firstName' }, '/body', /not closed/],
    ['a block without an end', { html: '{% if customer.name %}x' }, '/html', /not closed/],
    ['an unknown filter', { body: '{{ customer.name | shout }}' }, '/body', /undefined filter/],
    ['an unknown tag', { body: '{% shout %}' }, '/body', /shout/],
    ['an unknown name', { body: 'Hi {{ customer.frstName }}' }, '/body', /frstName/],
    [
      'its line as the author counts',
      { body: '# Hi\n\n{{ brand.name }}\n\n{{ brand.nme }}' },
      '/body',
      /^undefined variable: brand.nme, line:5, col:4$/,
    ],
    ['an image that is not given', { html: '<p>\n{{ hero }}' }, '/html', /^undefined variable: hero, line:2,/],
    ['an unknown name in the subject', { subject: '{{ custmer.name }}', body: 'x' }, '/subject', /custmer/],
    ['a file', { body: '{% render "etc/passwd" %}' }, '/body', /ENOENT/],
    [
      'an include',
      { mjml: '<mjml><mj-body><mj-include path="/etc/passwd" /></mj-body></mjml>' },
      '/mjml',
      /not supported/,
    ],
    ['broken MJML', { mjml: '<mjml><mj-body><mj-wrong/></mj-body></mjml>' }, '/mjml', /mj-wrong/],
    ['no MJML', { mjml: '<p>Hi</p>' }, '/mjml', /MJML/],
    ['an image without alt', { html: '<img src="https://x.example/a.png">' }, '/html', /no alt/],
    ['an image without alt in Markdown', { body: '<img src="https://x.example/a.png">' }, '/body', /no alt/],
    ['more than Gmail shows', { body: 'long '.repeat(21_000) }, '/body', /1\d{5} bytes/],
    [
      'a loop with too much output',
      { body: '{% for i in (1..20000) %}1234567890{% endfor %}' },
      '/body',
      /bytes|limit/,
    ],
    ['a script', { html: '<SCRIPT >' }, '/html', /scripts.*<script>/],
    ['a frame', { html: '<p>a</p><iframe src="https://x.example"></iframe>' }, '/html', /<iframe>/],
    ['a form', { mjml: '<mjml><mj-body><mj-raw><form></form></mj-raw></mj-body></mjml>' }, '/mjml', /<form>/],
    ['a handler', { html: '<p id="a" onClick="x()">a</p>' }, '/html', /attribute onclick/],
    ['a link that runs', { body: '[x](javascript:alert(1))' }, '/body', /address javascript:/],
    ['a link that runs, in disguise', { html: '<a href="java&#115;cript:x()">a</a>' }, '/html', /address java/],
    ['quotations in quotations', { body: '> '.repeat(10_000) }, '/body', /nested too deep/],
    ['a loop without an end', { body: '{% for i in (1..100000000) %}{% endfor %}' }, '/body', /limit/],
  ] as const)('%s is said with its place', async (_name, source, pointer, detail) => {
    const found = await mistakes(source);
    expect(found[0]).toMatchObject({ pointer, detail: expect.stringMatching(detail) as string });
  });

  it('is reported for an image without alternative text', () => {
    const body = 'a ![](https://x.example/y.png)';
    expect(checkSource({ subject: 'a', body })).toEqual([
      { pointer: '/body', detail: 'an image has no alternative text' },
    ]);
  });

  it('is reported for line breaks and empty subjects', () => {
    expect(checkSource({ subject: ' ', preheader: 'a\nb', html: '' }).map(({ pointer }) => pointer)).toEqual([
      '/preheader',
      '/subject',
    ]);
  });

  it('is not reported for a correct email', async () => {
    expect(
      await mistakes({ body: '[Hi]({{ shop.url }}) {{ customer.firstName | default: "you" }}', preheader: 'Soon' }),
    ).toEqual([]);
    const links = ['https://shop.example/?a:b=1', 'mailto:a@x.example', 'tel:+491', '#top', '{{ unsubscribeUrl }}'];
    expect(await mistakes({ html: links.map((link) => `<a href="${link}">on = off</a>`).join(' ') })).toEqual([]);
  });
});

describe('a text that is made to slow down the service', { timeout: 5_000 }, () => {
  /** Repeats the text until it is as long as a source may be. */
  const many = (text: string) => text.repeat(200_000 / text.length);
  it.each([
    ['images without an end', { html: `<body>${many('<img alt=""')}` }, /bytes/],
    ['images without an end and alternative text', { html: `<body>${many('<img ')}` }, /no alt attribute: <img <img/],
    ['bodies without an end', { html: many('<body'), preheader: 'Soon' }, /<body<body/],
    ['bodies without an end in MJML', { mjml: many('<mj-body') }, /MJML/],
    ['Liquid without an end', { html: `{% raw %}${many('{{')}{% endraw %}` }, /bytes/],
  ])('is answered: %s', async (_name, source, detail) => {
    expect((await mistakes(source))[0]).toMatchObject({ detail: expect.stringMatching(detail) as string });
  });

  it('is marked as a test quickly: bodies without an end', () => {
    const html = many('<body');
    expect(asTest({ subject: '', html, text: '', bytes: 0 }).html.startsWith(html)).toBe(true);
  });
});

describe('images', () => {
  it.each([
    ['<img src="x" alt="A chair">', '[A chair]'],
    ["<img alt='A chair' src=x>", '[A chair]'],
    ['<img alt="A > B &amp; C" src="x">', '[A > B & C]'],
    ['<img alt="{{ brand.name }}" src="x">', '[Café]'],
    ['a<img data-alt="B" alt="" src="x">', 'a'],
  ])('are their alternative text in the text part: %s', async (html, expected) => {
    const { text } = await filled({ html: `<body>${html}<p>.{{ unsubscribeUrl }}</p></body>` });
    expect(text.split('\n')[0]).toBe(expected);
  });

  it('appear where the source refers to them, whole or by part', async () => {
    const { html } = await compiled(
      { html: '<body>a {{ hero }} b <a href="{{ hero.url }}">c</a></body>' },
      { hero: HERO },
    );
    expect(html).toMatch(
      /a <img src="https:\/\/x\.example\/h\.png" alt="Autumn &amp; sale" width="600" height="300"[^>]*> b <a href="https:\/\/x\.example\/h\.png">/,
    );
  });

  it.each([
    ['body', 'Text.'],
    ['html', '<p>Text.</p>'],
    [
      'mjml',
      '<mjml><mj-body><mj-section><mj-column><mj-text>Text.</mj-text></mj-column></mj-section></mj-body></mjml>',
    ],
  ])('stand at their usual places in %s that does not mention them', async (kind, source) => {
    const grid = { ...HERO, altText: 'grid', grid: { table: '<table><tr><td>GRID</td></tr></table>', css: '.g{}' } };
    const { html, text } = await compiled({ [kind]: source }, { hero: HERO, grid });
    expect(html.indexOf('h.png')).toBeLessThan(html.indexOf('Text.'));
    expect(html.indexOf('Text.')).toBeLessThan(html.indexOf('GRID'));
    expect(html.indexOf('GRID')).toBeLessThan(html.indexOf('unsubscribeUrl'));
    expect(text).toContain('[Autumn & sale]');
    expect(html.indexOf('<style>.g{}</style>')).toBeLessThan(html.indexOf('<body'));
    expect(html.indexOf('<style>.g{}</style>')).toBeGreaterThan(0);
  });

  it('have alternative texts that are not interpreted as Liquid', async () => {
    const words = '{{ customer.email }} {% if %}';
    const images = {
      hero: { ...HERO, altText: words },
      grid: { ...HERO, grid: { table: `<table><tr><td>${words}</td></tr></table>`, css: '' } },
    };
    const compiledEmail = await compiled({ body: '{{ hero.altText }}' }, images);
    const { html } = ParsedEmail.of(compiledEmail).fillFor(SCOPE);
    expect(html.split(words)).toHaveLength(3);
  });

  it('are refused if they are not ready or have no alternative text', () => {
    const found = new Map([['2', { ...HERO, altText: ' ' }]]);
    expect(checkImages({ hero: '1', grid: '2' }, found, SHOP).errors).toEqual([
      { pointer: '/images/hero', detail: 'is no ready image of this brand' },
      { pointer: '/images/grid', detail: 'the image has no alternative text' },
    ]);
  });
});

describe('a link besides the one to unsubscribe', () => {
  const noLink = [
    { pointer: '', detail: expect.stringMatching(/^has no link except the one to unsubscribe/) as string },
  ];

  it.each([
    ['no link at all', { body: 'Come back.' }],
    [
      'the one to unsubscribe, twice',
      { html: '<a href="{{ unsubscribeUrl }}">a</a><a href="{{ unsubscribeUrl }}?b">b</a>' },
    ],
    [
      'what leads to no page',
      { html: '<a href="#top">a</a><a href="mailto:a@x.example">b</a><a href="">c</a><a>d</a>' },
    ],
    [
      'an address that is only text',
      { html: '<p>href="https://x.example"</p><abbr href="https://x.example">a</abbr>' },
    ],
  ])('is missing in an email with %s', async (_what, source) => {
    expect(await mistakes(source)).toEqual(noLink);
  });

  it.each([
    ['shop.url', { body: '[See what is new]({{ shop.url }})' }],
    ['product.url', { body: '{% for product in products %}[{{ product.title }}]({{ product.url }}) {% endfor %}' }],
    ['an address of its own', { html: "<a class=b href='https://shop.example'>a</a>" }],
  ])('is there with %s', async (_what, source) => {
    expect(await mistakes(source)).toEqual([]);
  });

  it('is known to depend on an order if only products are linked', async () => {
    const some = await compiled({ body: '{% for product in products %}[a]({{ product.url }}){% endfor %}' });
    expect(linksSomeOnly(some, SHOP)).toBe(true);
    expect(linksSomeOnly(await compiled({ body: '[a]({{ shop.url }})' }), SHOP)).toBe(false);
  });

  it('is reported by the name of its variable if the address of the store is unknown', async () => {
    const result = await compiled({ body: '[a]({{ shop.url }})' });
    const found = checkCompiled({ subject: 'x', body: '[a]({{ shop.url }})' }, result, {
      storeUrl: undefined,
      hosts: [],
    });
    expect(found).toMatchObject([{ pointer: '/body', detail: expect.stringMatching(/shop\.url/) as string }]);
  });

  it('leads to the page of each product at the address of the store', () => {
    const product = { title: 'Mug', imageUrl: null, price: null, compareAtPrice: null };
    const order = {
      orderedAt: new Date(),
      total: '1.00',
      currency: 'USD',
      products: [
        { ...product, pagePath: '/products/mug' },
        { ...product, pagePath: '/tasse-größe/?a=1' },
        { ...product, pagePath: null },
        { ...product, pagePath: '@evil.example/' },
      ],
    };
    const urls = (base: string | undefined) => recipientScope(undefined, order, base).products.map(({ url }) => url);
    expect(urls('https://shop.example/eu')).toEqual([
      'https://shop.example/eu/products/mug',
      'https://shop.example/eu/tasse-gr%C3%B6%C3%9Fe/?a=1',
      undefined,
      undefined,
    ]);
    expect(urls(undefined)).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe('the postal address', () => {
  it.each([
    ['Markdown', { body: 'x' }],
    ['HTML without a link to unsubscribe', { html: '<p>x</p>' }],
    ['HTML with a link to unsubscribe', { html: '<p>x <a href="{{ unsubscribeUrl }}">out</a></p>' }],
    [
      'HTML with the postal address',
      { html: '<p>{{ brand.postalAddress }} <a href="{{ unsubscribeUrl }}">out</a></p>' },
    ],
  ])('stands in an email of %s once', async (_what, source) => {
    expect((await filled(source)).html.split('1 Road')).toHaveLength(2);
  });
});

describe('an image in an email', () => {
  const MJML =
    '<mjml><mj-body><mj-section><mj-column><mj-text>Text.</mj-text></mj-column></mj-section></mj-body></mjml>';
  const found = new Map([['1', HERO]]);
  const placed = (href?: string) => checkImages({ hero: href === undefined ? '1' : { id: '1', href } }, found, SHOP);
  const linked = async (source: Partial<EmailSource>, href?: string) =>
    ParsedEmail.of(await compiled(source, placed(href).placed)).fillFor(SCOPE);
  const around = (html: string) => /<a[^<>]*href="([^"]*)"[^<>]*>\s*<img[^<>]*>\s*<\/a>/.exec(html)?.[1];

  it.each([
    ['body', 'Text.'],
    ['body', 'Before.\n\n{{ hero }}\n\nAfter.'],
    ['html', '<p>Text.</p>'],
    ['mjml', MJML],
  ])('links to the store by default, in %s', async (kind, source) => {
    const { html, text } = await linked({ [kind]: source });
    expect(around(html)).toBe('https://shop.example');
    expect(text).toContain('[Autumn & sale] (https://shop.example)');
    const own = await linked({ [kind]: source }, 'https://shop.example/new?a=1&b="');
    expect(around(own.html)).toBe('https://shop.example/new?a=1&amp;b=%22');
  });

  it('keeps a link that the author put around it, and gets no second link', async () => {
    const mine =
      '<p><a name="top">x</a><a href="https://a.example">{{ hero }}</a> <a href="https://b.example">b</a></p>';
    const { html } = await linked({ html: mine });
    expect(around(html.replaceAll(/<\/?div>/g, ''))).toBe('https://a.example');
    expect(html).toContain('<a href="https://b.example">b</a>');
    expect(html).toContain('https://r.example/u/1');
    expect(html).not.toContain('https://shop.example');
  });

  it.each(['https://shop.example/a', 'HTTP://SHOP1.myshopify.com'])('may link to a page of the store: %s', (href) => {
    expect(placed(href).errors).toEqual([]);
  });

  it.each([
    ['https://evil.example/https://shop.example', /host of the store/],
    ['https://shop.example@evil.example/', /without a password/],
    ['https://shop.example.evil.example/', /host of the store/],
    ['https://evil.example\\@shop.example/', /host of the store/],
    ['https://shop.example:8443/', /host of the store/],
    ['javascript:alert(1)//shop.example', /http or https/],
    ['//shop.example/a', /http or https/],
    ['/a', /http or https/],
    ['{{ shop.url }}', /without Liquid/],
    ['https://shop.example/{{ customer.email }}', /without Liquid/],
  ])('may not lead anywhere else: %s', (href, problem) => {
    expect(placed(href).errors).toMatchObject([
      { pointer: '/images/hero/href', detail: expect.stringMatching(problem) as string },
    ]);
  });

  it('has no link if it is a grid or the store has no address', () => {
    expect(checkImages({ grid: { id: '1', href: 'https://shop.example' } }, found, SHOP).errors).toMatchObject([
      { pointer: '/images/grid/href' },
    ]);
    expect(checkImages({ grid: '1' }, found, SHOP).placed.grid?.link).toBeUndefined();
    const unknown = { storeUrl: undefined, hosts: [] };
    expect(checkImages({ hero: '1' }, found, unknown).placed.hero?.link).toBeUndefined();
  });
});

describe('nested elements', () => {
  it('are left out of the text part if they are too deep', async () => {
    const { text } = await compiled({ html: `<body>${'<div>'.repeat(10_000)}deep</div>` });
    expect(text).toBe('...');
  });
});

describe('strict Liquid', () => {
  const nameless = { customer: { ordersCount: 0, totalSpent: '0.00' } };
  it('names the missing values of a recipient', async () => {
    await expect(filled({ body: 'Hi {{ customer.firstName }}' }, nameless, true)).rejects.toThrow(BrokenEmail);
    await expect(filled({ body: 'Hi {{ customer.firstName }}' }, nameless, true)).rejects.toThrow(/firstName/);
  });

  it('accepts missing values that the author handles', async () => {
    const body =
      '{% if customer.firstName %}{{ customer.firstName }}{% endif %} {{ customer.firstName | default: "you" }}';
    expect((await filled({ body }, nameless, true)).text).toMatch(/^Café \(https:\/\/shop\.example\)\s+you\n/);
  });

  it('is not used for sending, where missing values are empty', async () => {
    expect((await filled({ body: 'Hi {{ customer.firstName }}!' }, nameless)).text).toContain('Hi !');
  });
});

describe('a test email', () => {
  it('is marked in the subject and in both parts', async () => {
    const { subject, html, text } = asTest(await filled({ body: 'x' }));
    expect(subject).toBe('[Test] Hello');
    expect(html).toMatch(/<body[^>]*><p[^>]*>This is a test/);
    expect(text).toMatch(/^This is a test/);
  });
});
