import { describe, expect, it } from 'vitest';
import { DEFAULT_BRAND_KIT } from '#libs/compositor';
import { changedKit, effectiveKit, looksDifferent } from './brand-kit.js';

describe('a brand kit', () => {
  it('has defaults before anybody chose anything', () => {
    expect(effectiveKit({})).toEqual({
      palette: DEFAULT_BRAND_KIT.palette,
      fonts: DEFAULT_BRAND_KIT.fonts,
      logoUrl: null,
      logoDarkUrl: null,
      cornerRadius: DEFAULT_BRAND_KIT.cornerRadius,
      tone: DEFAULT_BRAND_KIT.tone,
      sender: { name: null, email: null, replyTo: null, postalAddress: null },
      settings: {
        mailUnknownConsent: false,
        doubleOptIn: { enabled: false },
        globalHoldout: { percent: 0 },
        requireApprovedImages: false,
        approvalByTwo: false,
      },
    });
  });

  it('keeps values that a change does not name, also inside a group', () => {
    const first = changedKit({}, { palette: { primary: '#112233' }, tone: 'bold' });
    const second = changedKit(first, { palette: { accent: '#445566' }, sender: { name: 'Ada' } });
    expect(second).toEqual({
      palette: { primary: '#112233', accent: '#445566' },
      tone: 'bold',
      sender: { name: 'Ada' },
    });
  });

  it('removes the logo with null, and does not store the name', () => {
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
  ] as const)('changes the look of images with %j: %s', (change, different) => {
    expect(looksDifferent({}, changedKit({}, change))).toBe(different);
  });
});
