import type { Decimal4 } from '#libs/kernel';
import type { ProductRecord } from '../model/records.js';
import type { ProductRow } from '../model/rows.js';

const DAY = 24 * 60 * 60_000;
/** A price that was asked for less than this is no former price: raising a price to lower it again is no reduction. */
export const PRICE_HELD_MS = 30 * DAY;

/**
 * A body replaces a stored product that is not newer, and says what has changed: available again, or cheaper. An older
 * body changes nothing, so a change that arrives after a later one is not seen. Pure.
 */
export function mergeProduct(stored: ProductRow | undefined, incoming: ProductRecord): ProductRow {
  if (stored && incoming.updatedAt < stored.updatedAt) return stored;
  const { externalId, title, handle, pagePath, status, imageUrl, compareAtPrice, publishedAt, updatedAt } = incoming;
  const tracksStock = incoming.tracksStock ?? stored?.tracksStock ?? null;
  const available = availability(incoming.available, tracksStock);
  return {
    externalId,
    title,
    handle,
    pagePath,
    status,
    imageUrl,
    compareAtPrice,
    available,
    tracksStock,
    // Platform A sends a new time when a product is shown again.
    publishedAt: earliest(stored?.publishedAt ?? null, publishedAt),
    ...priceHistory(stored, incoming),
    backInStockAt: backInStockAt(stored, available, updatedAt),
    updatedAt,
  };
}

/** A body of platform A that finds no stock says nothing until it is known whether the stock is counted. */
function availability(found: boolean | null, tracksStock: boolean | null): boolean | null {
  if (found !== false) return found;
  return tracksStock === null ? null : !tracksStock;
}

/** Only a change between two known values is one. */
function backInStockAt(stored: ProductRow | undefined, available: boolean | null, at: Date): Date | null {
  if (available === false) return null;
  return stored?.available === false && available ? at : (stored?.backInStockAt ?? null);
}

type History = Pick<ProductRow, 'price' | 'priceSince' | 'formerPrice' | 'priceDroppedAt'>;

/**
 * A reduction counts from a price that held for `PRICE_HELD_MS`. A further reduction keeps that former price; any rise
 * ends the reduction.
 */
function priceHistory(stored: ProductRow | undefined, { price, updatedAt }: ProductRecord): History {
  if (stored && stored.price === price) {
    const { priceSince, formerPrice, priceDroppedAt } = stored;
    return { price, priceSince, formerPrice, priceDroppedAt };
  }
  const since = { price, priceSince: price === null ? null : updatedAt };
  const formerPrice = stored && price !== null ? priceBefore(stored, price, updatedAt) : null;
  return { ...since, formerPrice, priceDroppedAt: formerPrice === null ? null : updatedAt };
}

function priceBefore({ price, priceSince, formerPrice }: ProductRow, next: Decimal4, at: Date): Decimal4 | null {
  if (price === null || next > price) return null;
  const held = priceSince === null ? 0 : at.getTime() - priceSince.getTime();
  return held >= PRICE_HELD_MS ? price : formerPrice;
}

const earliest = (a: Date | null, b: Date | null): Date | null => (a && b ? (a < b ? a : b) : (a ?? b));
