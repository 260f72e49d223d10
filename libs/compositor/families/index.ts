import { collection } from './collection.js';
import { coupon } from './coupon.js';
import { duo } from './duo.js';
import { editorial } from './editorial.js';
import { framed } from './framed.js';
import { fullBleedPanel } from './full-bleed-panel.js';
import { headlineBand } from './headline-band.js';
import { tallTiles } from './tall-tiles.js';
import { mosaic } from './mosaic.js';
import { offerPoster } from './offer-poster.js';
import { priceDrop } from './price-drop.js';
import { productStage } from './product-stage.js';
import { rings } from './rings.js';
import { shelf } from './shelf.js';
import { splitPhoto } from './split-photo.js';
import { spotlight } from './spotlight.js';
import { statement } from './statement.js';
import { strip } from './strip.js';
import { tileWall } from './tile-wall.js';
import { typePoster } from './type-poster.js';
import type { Family } from './types.js';
import { wordFirst } from './word-first.js';

/** All families of banners. A new one is a file and a line here. */
export const FAMILIES: readonly Family[] = [
  collection,
  coupon,
  duo,
  editorial,
  framed,
  fullBleedPanel,
  headlineBand,
  mosaic,
  tallTiles,
  offerPoster,
  priceDrop,
  productStage,
  rings,
  shelf,
  splitPhoto,
  spotlight,
  statement,
  strip,
  tileWall,
  typePoster,
  wordFirst,
];
