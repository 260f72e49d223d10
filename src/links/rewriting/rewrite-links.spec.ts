import { describe, expect, it } from 'vitest';
import { LinkTokens, TRAP } from '../tokens/link-tokens.js';
import { fillPersonal, isShared, type PersonalParts } from './personal-parts.js';
import { LinkRewriter, type LinkRules } from './rewrite-links.js';

const SECRET = 'a secret for tests that is long enough';
const MESSAGE = { retailerId: '6f6e2a0e-4f0c-5c3b-9d1f-2f4f6c1f0a11', id: '0c6f1a7e-5f0b-4d0c-9f3e-3f6f5a1f7b10' };
const RULES: LinkRules = {
  publicUrl: 'https://r.example',
  secret: SECRET,
  hosts: ['shop.example', 'blog.example'],
  frontPage: 'https://shop.example',
  campaign: 'win-back',
  content: 'one',
  opens: false,
};
const UTM = 'utm_source=rekindle&utm_medium=email&utm_campaign=win-back&utm_content=one';

interface Case {
  readonly text?: string;
  readonly parts?: PersonalParts;
  readonly own?: readonly string[];
  readonly rules?: Partial<LinkRules>;
}

function rewrite(html: string, { text = '', parts = {}, own = [], rules = {} }: Case = {}) {
  const done = new LinkRewriter({ ...RULES, ...rules }).rewrite(html, text, { message: MESSAGE, parts, own });
  const byId = new Map(done.targets.map(({ id, url }) => [id, url]));
  const tokens = new LinkTokens([SECRET]);
  const follow = (address: string): string | undefined => {
    const click = tokens.readClick(address.replace('https://r.example/c/', ''));
    return click && (click.linkId === TRAP ? 'trap' : byId.get(click.linkId));
  };
  const addresses = [...done.html.matchAll(/href\s*=\s*["']?([^"'\s>]+)/g)].map(([, href = '']) => href);
  return { ...done, follow, addresses, targets: addresses.map(follow) };
}
const targetOf = (address: string, more: Case = {}): string | undefined =>
  rewrite(`<body><a href="${address}">a</a></body>`, more).targets[0];

describe('links of an email', () => {
  it.each([
    ['a plain link', 'https://shop.example/new', `https://shop.example/new?${UTM}`],
    ['the front page', 'https://shop.example', `https://shop.example/?${UTM}`],
    ['a query', 'https://shop.example/p?variant=1&amp;a=%20b', `https://shop.example/p?variant=1&a=%20b&${UTM}`],
    ['a fragment', 'https://shop.example/p#reviews', `https://shop.example/p?${UTM}#reviews`],
    ['umlauts', 'https://shop.example/Größe/ü?q=ä', `https://shop.example/Gr%C3%B6%C3%9Fe/%C3%BC?q=%C3%A4&${UTM}`],
    [
      "an author's own campaign",
      'https://shop.example/?utm_source=print&utm_campaign=x',
      'https://shop.example/?utm_source=print&utm_campaign=x&utm_medium=email&utm_content=one',
    ],
    ['a numeric entity', 'https://shop.example/?a=1&#38;b=2', `https://shop.example/?a=1&b=2&${UTM}`],
    ['an address without a protocol', '//shop.example/x', `https://shop.example/x?${UTM}`],
    ['capitals', 'HTTPS://SHOP.example/X', `https://shop.example/X?${UTM}`],
    ['another allowed host', 'https://blog.example/post', `https://blog.example/post?${UTM}`],
    [
      'a discount, whose campaign belongs to the page after it',
      'https://shop.example/discount/SAVE?redirect=%2Fproducts%2Fx%3Fvariant%3D1',
      `https://shop.example/discount/SAVE?redirect=${encodeURIComponent(`/products/x?variant=1&${UTM}`)}`,
    ],
    [
      'a discount in another language',
      'https://shop.example/de/discount/SAVE?redirect=/',
      `https://shop.example/de/discount/SAVE?redirect=${encodeURIComponent(`/?${UTM}`)}`,
    ],
  ])('lead to their target with the campaign: %s', (_name, address, target) => {
    expect(targetOf(address)).toBe(target);
  });

  it.each([
    'https://evil.example/',
    'https://shop.example.evil.example/',
    'https://shop.example@evil.example/',
    'https://user:password@shop.example/',
    'https:\\\\evil.example/',
    '//evil.example',
    'https:evil.example',
    '/\\\\evil.example',
    'https://evil.example#shop.example',
    'https://shop.example:8443/',
    'https://shop.example/discount/SAVE?redirect=https://evil.example/',
    'https://shop.example/discount/SAVE?redirect=//evil.example/',
    'https://shop.example/discount/SAVE?redirect=/%5Cevil.example/',
    'https://[',
  ])('lead to the front page instead of %s', (address) => {
    const { dropped, targets } = rewrite(`<body><a href="${address}">a</a></body>`);
    expect([dropped, targets[0]]).toEqual([1, `https://shop.example/?${UTM}`]);
  });

  it.each(['mailto:a@shop.example', 'tel:+49301', '#top', 'https://r.example/unsubscribe/1?b', '/relative'])(
    'stay as they are: %s',
    (address) => {
      const html = `<body><a href="${address}">a</a></body>`;
      expect(rewrite(html, { own: ['https://r.example/unsubscribe/1'] }).html).toBe(html);
    },
  );

  it('are found in every form of HTML, and nowhere else', () => {
    const html = `<body><a class="x>y" href='https://shop.example/1'>a</a><A\nHREF = https://shop.example/2>b</A>
      <area href="https://shop.example/3"><!--[if mso]><v:roundrect href="https://shop.example/4"><![endif]-->
      <a data-href="https://shop.example/5">c</a><p>href="https://shop.example/6"</p><img src="https://shop.example/7">
      </body>`;
    const { html: done, targets } = rewrite(html);
    expect(targets[0]).toBe(`https://shop.example/1?${UTM}`);
    for (const kept of [5, 6, 7]) expect(done).toContain(`https://shop.example/${kept}"`);
    for (const gone of [1, 2, 3, 4]) expect(done).not.toContain(`https://shop.example/${gone}`);
  });

  it('have the same address in the text part, also in brackets and at the end of a sentence', () => {
    const { text, follow } = rewrite('<body><a href="https://shop.example/a(b)?x=1&amp;y=2">a</a></body>', {
      text: 'a (https://shop.example/a(b)?x=1&y=2). Then https://shop.example/a(b)?x=1&y=2, https://other.example/',
    });
    const [first = '', second = '', third] = text.match(/https:\/\/[^\s),]+/g) ?? [];
    expect([first.replace(/\.$/, ''), second].map(follow)).toEqual(
      Array.from({ length: 2 }, () => `https://shop.example/a(b)?x=1&y=2&${UTM}`),
    );
    expect(third).toBe('https://other.example/');
    expect(text).toMatch(/^a \(https:\S+\)\. Then /);
  });

  it('share a target among recipients, whatever personal data they have in the address', () => {
    const parts = { email: 'jo+x@example.com', firstName: 'Jo', name: 'Jo Doe', code: 'BACK-7K4M' };
    const html =
      '<a href="https://shop.example/discount/BACK-7K4M?redirect=/account/jo%2Bx%40example.com?n=Jo">a</a>' +
      '<a href="https://shop.example/jobs?who=Jo+Doe&amp;mail=jo+x@example.com">b</a>';
    const { targets, html: done } = rewrite(html, { parts });
    for (const url of targets.slice(0, 2)) {
      expect(url).not.toMatch(/7K4M|example\.com|=Jo/);
      expect(isShared(url ?? '')).toBe(false);
    }
    expect(done).not.toMatch(/7K4M|example\.com|Jo/);
    expect(targets[1]).toContain('/jobs?');
    const other = { email: 'ann@example.com', name: 'Ann', firstName: 'Ann', code: 'BACK-QQQQ' };
    expect(fillPersonal(targets[1] ?? '', other)).toBe(
      `https://shop.example/jobs?who=Ann&mail=ann%40example.com&${UTM}`,
    );
    expect(fillPersonal(targets[0] ?? '', other)).toContain('https://shop.example/discount/BACK-QQQQ?redirect=');
    expect(fillPersonal(targets[0] ?? '', {})).toBeUndefined();
  });

  it('end with one that no person sees, which counts as no link', () => {
    const { addresses, targets } = rewrite(
      '<body><a href="https://shop.example/1">a</a><a href="https://shop.example/1">a</a><a href="https://shop.example/2">b</a></body>',
    );
    expect(targets.at(-1)).toBe('trap');
    const tokens = addresses.map((href) => new LinkTokens([SECRET]).readClick(href.replace(/.*\//, '')));
    expect(tokens.map((token) => token?.links)).toEqual([2, 2, 2, 2]);
    expect(addresses[0]).toBe(addresses[1]);
    expect(rewrite('<body>no links</body>').html).toBe('<body>no links</body>');
  });

  it('come with an image only where opens are counted', () => {
    const html = '<body>a</body>';
    expect(rewrite(html).html).not.toContain('/o/');
    const [, token = ''] =
      /<img src="https:\/\/r\.example\/o\/([^"]+)"/.exec(rewrite(html, { rules: { opens: true } }).html) ?? [];
    expect(new LinkTokens([SECRET]).readMessage('open', token)).toEqual(MESSAGE);
  });
});
