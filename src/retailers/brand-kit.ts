import { DEFAULT_BRAND_KIT, type FontName, type Palette, type Tone } from '#libs/compositor';

/** Who a brand's mails come from; null where nobody has said yet. */
export interface BrandSender {
  readonly name: string | null;
  readonly email: string | null;
  readonly replyTo: string | null;
  readonly postalAddress: string | null;
}

export interface BrandSettings {
  /** Mail customers whose consent is not known. */
  readonly mailUnknownConsent: boolean;
}

/** What a brand looks and sounds like, with defaults where nothing was chosen. */
export interface BrandKit {
  /** Colours as `#rrggbb`. */
  readonly palette: Palette;
  readonly fonts: { readonly heading: FontName; readonly body: FontName };
  readonly logoUrl: string | null;
  /** Pixels at a width of 600: 0..48. */
  readonly cornerRadius: number;
  readonly tone: Tone;
  readonly sender: BrandSender;
  readonly settings: BrandSettings;
}

/** What was chosen: the column `kit`. */
export type StoredKit = {
  readonly [P in keyof BrandKit]?: BrandKit[P] extends object ? Partial<BrandKit[P]> : BrandKit[P];
};

/** What a store says of itself as a sender: the default of its brand until somebody says otherwise. */
export type StoreSender = Partial<Pick<BrandSender, 'email' | 'postalAddress'>>;

/** Any part of a brand. */
export type BrandChanges = StoredKit & { readonly name?: string };

const NOBODY: BrandSender = { name: null, email: null, replyTo: null, postalAddress: null };
const GROUPS = ['palette', 'fonts', 'sender', 'settings'] as const;
const VALUES = ['logoUrl', 'cornerRadius', 'tone'] as const;
/** Parts that a picture shows. */
const VISIBLE = ['palette', 'fonts', 'logoUrl', 'cornerRadius', 'tone'] as const;

/** The kit that holds. Null in the stored sender was chosen as well: the store's own value does not come back. */
export function effectiveKit(stored: StoredKit, storeSender: StoreSender = {}): BrandKit {
  const { palette, fonts, cornerRadius, tone } = DEFAULT_BRAND_KIT;
  return {
    palette: { ...palette, ...stored.palette },
    fonts: { ...fonts, ...stored.fonts },
    logoUrl: stored.logoUrl ?? null,
    cornerRadius: stored.cornerRadius ?? cornerRadius,
    tone: stored.tone ?? tone,
    sender: { ...NOBODY, ...storeSender, ...stored.sender },
    settings: { mailUnknownConsent: false, ...stored.settings },
  };
}

/** The stored kit after a change: groups are merged key by key, what is not named stays. */
export function changedKit(stored: StoredKit, changes: BrandChanges): StoredKit {
  const groups = GROUPS.flatMap((key) =>
    changes[key] === undefined ? [] : [[key, { ...stored[key], ...given(changes[key]) }] as const],
  );
  const values = VALUES.flatMap((key) => (changes[key] === undefined ? [] : [[key, changes[key]] as const]));
  return { ...stored, ...Object.fromEntries([...groups, ...values]) };
}

/** A key that was not sent is undefined in the body's class. */
const given = (group: object | undefined): object =>
  Object.fromEntries(Object.entries(group ?? {}).filter(([, value]) => value !== undefined));

/** Whether pictures made for the one would not be right for the other. */
export function looksDifferent(before: StoredKit, after: StoredKit): boolean {
  const [a, b] = [effectiveKit(before), effectiveKit(after)];
  return VISIBLE.some((key) => JSON.stringify(a[key]) !== JSON.stringify(b[key]));
}
