import type { Schema } from '../../api.js';

type BannerFamily = NonNullable<Schema<'BannerBody'>['family']>;
type GridFamily = NonNullable<Schema<'GridBody'>['family']>;

/** The layout families that a request may ask for. The types refuse a family that is missing here. */
const BANNERS: Readonly<Record<BannerFamily, true>> = {
  collection: true,
  coupon: true,
  duo: true,
  editorial: true,
  framed: true,
  'full-bleed-panel': true,
  'headline-band': true,
  mosaic: true,
  'tall-tiles': true,
  'offer-poster': true,
  'price-drop': true,
  'product-stage': true,
  rings: true,
  shelf: true,
  'split-photo': true,
  spotlight: true,
  statement: true,
  strip: true,
  'tile-wall': true,
  'type-poster': true,
  'word-first': true,
};
const GRIDS: Readonly<Record<GridFamily, true>> = {
  'colour-wall': true,
  'edge-to-edge': true,
  'editorial-columns': true,
  'feature-row': true,
  magazine: true,
  'night-stage': true,
  'open-shelf': true,
  'price-wall': true,
  'soft-tiles': true,
  stagger: true,
};

export const FAMILIES = { banner: Object.keys(BANNERS), grid: Object.keys(GRIDS) } as const;
