import { decimalText, parsePlatformTime, type WireCustomer, type WireProduct } from '#libs/platform-b-client';
import { parseDecimal } from '#libs/kernel';
import { Unreadable } from '../../stores/unreadable.js';
import type { CommerceRecord, CustomerRecord } from '../../commerce/model/records.js';
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
  const product = {
    externalId: String(wire.id),
    title: textOf(wire.name) ?? '',
    handle: path?.replaceAll(/^\/+|\/+$/g, '') ?? null,
    pagePath: isVisible ? path : null,
    status: isVisible ? 'active' : 'archived',
    imageUrl: textOf(zoom) ?? textOf(standard),
    price: parseDecimal(decimalText(wire.price) ?? '') ?? null,
    updatedAt,
  };
  return { kind: 'product', product };
}
