import { DEFAULT_BRAND_KIT } from '#libs/compositor';
import type { BrandAnswer, SenderAnswer } from './brand.dto.js';

export type BrandSender = Readonly<SenderAnswer>;

/** How a brand looks and speaks, with defaults for what was not chosen. */
export type BrandKit = Readonly<Omit<BrandAnswer, 'id' | 'retailerId' | 'name' | 'version'>>;

/** The chosen values: the column `kit`. */
export type StoredKit = {
  readonly [P in keyof BrandKit]?: BrandKit[P] extends object ? Partial<BrandKit[P]> : BrandKit[P];
};

/** The sender that the store's record names: the default of its brand. */
export type StoreSender = Partial<Pick<BrandSender, 'email' | 'postalAddress'>> & {
  /** ISO 3166 alpha-2. */
  readonly country?: string;
};

/** A change of a brand: any of its parts. */
export type BrandChanges = StoredKit & { readonly name?: string };

const NOBODY: BrandSender = { name: null, email: null, replyTo: null, postalAddress: null };
const GROUPS = ['palette', 'fonts', 'sender', 'settings'] as const;
const VALUES = ['logoUrl', 'logoDarkUrl', 'cornerRadius', 'tone'] as const;
/** Parts that images show. */
const VISIBLE = ['palette', 'fonts', 'logoUrl', 'cornerRadius', 'tone'] as const;

/** The kit with defaults. A null in the stored sender was chosen: it hides the store's own value. */
export function effectiveKit(stored: StoredKit, storeSender: StoreSender = {}): BrandKit {
  const { palette, fonts, cornerRadius, tone } = DEFAULT_BRAND_KIT;
  return {
    palette: { ...palette, ...stored.palette },
    fonts: { ...fonts, ...stored.fonts },
    logoUrl: stored.logoUrl ?? null,
    logoDarkUrl: stored.logoDarkUrl ?? null,
    cornerRadius: stored.cornerRadius ?? cornerRadius,
    tone: stored.tone ?? tone,
    sender: { ...NOBODY, ...contactOf(storeSender), ...stored.sender },
    settings: {
      mailUnknownConsent: false,
      doubleOptIn: { enabled: false },
      globalHoldout: { percent: 0 },
      requireApprovedImages: false,
      approvalByTwo: false,
      ...stored.settings,
    },
  };
}

/** The sender without the country, which no email shows. */
const contactOf = ({ email, postalAddress }: StoreSender): Partial<BrandSender> => ({
  ...(email === undefined ? {} : { email }),
  ...(postalAddress === undefined ? {} : { postalAddress }),
});

/** The stored kit after a change. Groups are merged key by key; values that the change does not name stay. */
export function changedKit(stored: StoredKit, changes: BrandChanges): StoredKit {
  const groups = GROUPS.flatMap((key) =>
    changes[key] === undefined ? [] : [[key, { ...stored[key], ...given(changes[key]) }] as const],
  );
  const values = VALUES.flatMap((key) => (changes[key] === undefined ? [] : [[key, changes[key]] as const]));
  return { ...stored, ...Object.fromEntries([...groups, ...values]) };
}

/** Drops the keys that were not sent: they are undefined in an instance of the body's class. */
const given = (group: object | undefined): object =>
  Object.fromEntries(Object.entries(group ?? {}).filter(([, value]) => value !== undefined));

const LOOK = ['palette', 'fonts', 'logoUrl', 'logoDarkUrl'] as const;

/** Whether somebody chose a part of the look that a store can say. */
export const hasLook = (stored: StoredKit): boolean => LOOK.some((key) => stored[key] !== undefined);

/** Whether images of the one kit differ from images of the other. */
export function looksDifferent(before: StoredKit, after: StoredKit): boolean {
  const [a, b] = [effectiveKit(before), effectiveKit(after)];
  return VISIBLE.some((key) => JSON.stringify(a[key]) !== JSON.stringify(b[key]));
}
