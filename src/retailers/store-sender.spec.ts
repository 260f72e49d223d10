import { describe, expect, it } from 'vitest';
import { effectiveKit } from './brand-kit.js';
import { storeSenderOf } from './store-sender.js';
import { pageUrl, storefrontUrlOf } from './storefront.js';

describe('the contact of a store', () => {
  const sender = (email: unknown, address: unknown) =>
    storeSenderOf({ name: 'Winter Lane', email, address, country: undefined });

  it('becomes a postal address in one line and an email address', () => {
    expect(sender('hello@shop.example', ['Winter Lane', '1 Road,', '12345 Town', '', 'Germany'])).toEqual({
      email: 'hello@shop.example',
      postalAddress: '1 Road, 12345 Town, Germany',
    });
    expect(sender('', '1 Road\r\n12345 Town')).toEqual({ postalAddress: '1 Road, 12345 Town' });
  });

  it('has the country only as a code', () => {
    const of = (country: unknown) => storeSenderOf({ name: 'Winter Lane', email: '', address: '', country });
    expect([of('US'), of('United States'), of(undefined)]).toEqual([{ country: 'US' }, {}, {}]);
  });

  it.each<[what: string, email: unknown, address: unknown]>([
    ['nothing', undefined, undefined],
    ['empty texts', '', ''],
    ['its name in the place of an address', 'no address', 'winter lane '],
    ['two addresses in one', 'a@b.example, c@d.example', []],
    ['what would break a header', 'a@b.example\r\nBcc: c@d.example', '\u0000\u0007'],
    ['more than fits', `${'a'.repeat(250)}@b.example`, 'x'.repeat(301)],
    ['other things', 7, { street: '1 Road' }],
  ])('is left out if it is %s', (_what, email, address) => {
    expect(sender(email, address)).toEqual({});
  });

  it('is the default of its brand and gives way to chosen values', () => {
    const store = { email: 'hello@shop.example', postalAddress: '1 Road' };
    expect(effectiveKit({}, store).sender).toMatchObject({ ...store, name: null });
    const chosen = { sender: { email: 'me@shop.example', postalAddress: null } };
    expect(effectiveKit(chosen, store).sender).toMatchObject(chosen.sender);
  });
});

describe("a store's web address", () => {
  it.each([
    ['https://shop.example', 'https://shop.example'],
    ['https://shop.example/eu/?a#b', 'https://shop.example/eu'],
    ['http://shop.example', undefined],
    ['https://user:word@shop.example', undefined],
    ['javascript:alert(1)', undefined],
    ['shop.example', undefined],
    [undefined, undefined],
  ])('is accepted only if links can use it: %s', (given, expected) => {
    expect(storefrontUrlOf(given, { mayBeHttp: false })).toBe(expected);
  });

  it('may be plain http for a simulated store', () => {
    expect(storefrontUrlOf('http://127.0.0.1:4101/shop/', { mayBeHttp: true })).toBe('http://127.0.0.1:4101/shop');
  });

  it('is the base of the address of each page', () => {
    expect(pageUrl('https://shop.example', '/products/mug')).toBe('https://shop.example/products/mug');
    expect(pageUrl('https://shop.example', '.evil.example/')).toBeUndefined();
    expect(pageUrl('https://shop.example', null)).toBeUndefined();
    expect(pageUrl(null, '/products/mug')).toBeUndefined();
  });
});
