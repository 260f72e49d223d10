import { decimalText, parsePlatformTime, type WireCustomer, type WireProduct } from '#libs/platform-b-client';
import { type Decimal4, parseDecimal } from '#libs/kernel';
import { Unreadable } from '../../stores/unreadable.js';
import type { CommerceRecord, CustomerRecord, ProductRecord } from '../../commerce/model/records.js';
import { countryOf, emailOf, textOf } from './wire-values.js';

/** Maps an account. Its marketing settings are not the store's newsletter list, so `marketing` is left unchanged. */
export function mapCustomer(wire: WireCustomer): CustomerRecord {
  return {
    externalId: String(wire.id),
    email: emailOf(wire.email),
    firstName: textOf(wire.first_name),
    lastName: textOf(wire.last_name),
    country: countryOf(wire.addresses?.[0]?.country_code),
    updatedAt: parsePlatformTime(wire.date_modified) ?? parsePlatformTime(wire.date_created),
  };
}

export function mapProduct(wire: WireProduct): CommerceRecord {
  const updatedAt = parsePlatformTime(wire.date_modified) ?? parsePlatformTime(wire.date_created);
  if (!updatedAt) throw new Unreadable('product', 'has no usable time');
  const { url_zoom: zoom, url_standard: standard } = wire.primary_image ?? {};
  const path = textOf(wire.custom_url?.url);
  const isVisible = wire.is_visible !== false;
  const product: ProductRecord = {
    externalId: String(wire.id),
    title: textOf(wire.name) ?? '',
    handle: path?.replaceAll(/^\/+|\/+$/g, '') ?? null,
    pagePath: isVisible ? path : null,
    status: isVisible ? 'active' : 'archived',
    imageUrl: textOf(zoom) ?? textOf(standard),
    ...pricesOf(wire),
    available: isAvailable(wire),
    tracksStock: true,
    publishedAt: isVisible ? parsePlatformTime(wire.date_created) : null,
    updatedAt,
  };
  return { kind: 'product', product };
}

const decimalOf = (value: WireProduct['price']): Decimal4 | null => parseDecimal(decimalText(value) ?? '') ?? null;

/** During a sale the sale price is paid, and the store shows the usual price struck through. */
function pricesOf(wire: WireProduct): Pick<ProductRecord, 'price' | 'compareAtPrice'> {
  const [price, sale] = [decimalOf(wire.price), decimalOf(wire.sale_price)];
  const isSale = price !== null && sale !== null && sale > 0n && sale < price;
  return isSale ? { price: sale, compareAtPrice: price } : { price, compareAtPrice: null };
}

function isAvailable(wire: WireProduct): boolean | null {
  const { availability, inventory_tracking: tracking, inventory_level: level } = wire;
  if (availability === 'disabled') return false;
  if (typeof availability !== 'string') return null;
  if (tracking === 'none') return true;
  return typeof tracking === 'string' && typeof level === 'number' ? level > 0 : null;
}
