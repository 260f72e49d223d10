import { describe, expect, it } from 'vitest';
import { DEFAULT_BRAND_KIT } from '#libs/compositor';
import { changedKit, effectiveKit, looksDifferent } from './brand-kit.js';

describe('a brand kit', () => {
  it('has a look before anybody chose one', () => {
    expect(effectiveKit({})).toEqual({
      palette: DEFAULT_BRAND_KIT.palette,
      fonts: DEFAULT_BRAND_KIT.fonts,
      logoUrl: null,
      cornerRadius: DEFAULT_BRAND_KIT.cornerRadius,
      tone: DEFAULT_BRAND_KIT.tone,
      sender: { name: null, email: null, replyTo: null, postalAddress: null },
      settings: { mailUnknownConsent: false },
    });
  });

  it('keeps what a change does not name, inside a group too', () => {
    const first = changedKit({}, { palette: { primary: '#112233' }, tone: 'bold' });
    const second = changedKit(first, { palette: { accent: '#445566' }, sender: { name: 'Ada' } });
    expect(second).toEqual({
      palette: { primary: '#112233', accent: '#445566' },
      tone: 'bold',
      sender: { name: 'Ada' },
    });
  });

  it('takes the logo away with null, and holds no name', () => {
    const kit = changedKit({ logoUrl: 'https://shop.example/logo.png' }, { logoUrl: null, name: 'New' });
    expect(kit).toEqual({ logoUrl: null });
  });

  it.each([
    [{ palette: { primary: '#010203' } }, true],
    [{ cornerRadius: 0 }, true],
    [{ tone: DEFAULT_BRAND_KIT.tone }, false],
    [{ sender: { name: 'Ada' } }, false],
    [{ settings: { mailUnknownConsent: true } }, false],
    [{ logoUrl: 'https://shop.example/logo.png' }, true],
  ] as const)('with %j looks different: %s', (change, different) => {
    expect(looksDifferent({}, changedKit({}, change))).toBe(different);
  });
});
