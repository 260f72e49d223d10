import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CUSTOMER_LANGUAGES, languageOf, preferredLanguage, sentence, textsIn } from './customer-texts.js';
import { html } from './html.js';
import { showPage } from './page.js';
import { wantsPage } from './wants-page.js';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('our page', () => {
  const evil = `"><script>alert(1)</script>&'`;

  it('escapes every text', () => {
    const { body } = showPage({ title: evil, store: evil, content: html`<p>${evil}</p>` });
    expect(body).not.toContain('<script');
    expect(body.split('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;&#39;')).toHaveLength(5);
  });

  it('runs no script, loads nothing, and allows its own style by hash', () => {
    const { headers, body } = showPage({ title: 'A', store: null, content: html`` });
    const style = /<style>([^]*)<\/style>/.exec(body)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`,
    );
    expect(body).not.toMatch(/https?:|url\(|@import|style=/);
  });
});

describe('the choice between page and JSON', () => {
  it.each([BROWSER, 'text/html', 'text/html;q=0.5,*/*', 'TEXT/HTML', 'application/json;q=0.5, text/html'])(
    'gives a page to a client that accepts %j',
    (accept) => expect(wantsPage(accept)).toBe(true),
  );

  it.each([
    undefined,
    '',
    '*/*',
    'text/*',
    'application/json',
    'application/json, text/plain, */*',
    'text/html;q=0, */*',
    'text/html, application/json',
    'application/problem+json, text/html;q=0.9',
    'text/html;q=2',
  ])('gives JSON to a client that accepts %j', (accept) => expect(wantsPage(accept)).toBe(false));
});

describe('the language of customers', () => {
  it.each([
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['nl,fr;q=0.7,en;q=0.3', 'fr'],
    ['en;q=0.2, ar-EG;q=0.9', 'ar'],
    ['es-419', 'es'],
    ['pt-BR, *;q=0.5', 'en'],
    ['de;q=0, en', 'en'],
    ['constructor, __proto__', 'en'],
    [undefined, 'en'],
  ])('of the header %j is %s', (header, language) => expect(preferredLanguage(header)).toBe(language));

  it('is found by the primary subtag in any spelling', () => {
    expect(['DE_ch', 'ar-EG', 'xx', '', null].map(languageOf)).toEqual(['de', 'ar', undefined, undefined, undefined]);
  });

  it.each(CUSTOMER_LANGUAGES)('has every text in %s, with the name of the store', (language) => {
    const texts = textsIn(language);
    for (const text of Object.values(texts)) expect(text).not.toBe('');
    expect(sentence(texts.unsubscribed, texts, 'A & B').text).toContain('<bdi>A &amp; B</bdi>');
    expect(sentence(texts.blocked, texts, null).text).toContain(texts.thisStore);
    for (const text of [texts.emails, texts.unsubscribed, texts.blocked]) expect(text).toContain('{store}');
  });
});
