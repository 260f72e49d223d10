import { fieldsOf } from './claims.js';
import { readV3Page } from './paging.js';
import type { PlatformBRest } from './rest.js';

/** The address of the store's logo; undefined for a store whose logo is a text. @throws {PlatformBError} */
export async function readLogoSetting(rest: PlatformBRest): Promise<string | undefined> {
  const { type, logo_image_url: url } = fieldsOf(fieldsOf(await rest.call('GET', '/v3/settings/logo'))['data']);
  return type === 'image' && typeof url === 'string' && url !== '' ? url : undefined;
}

interface WireTheme {
  readonly uuid?: unknown;
  readonly is_active?: unknown;
}

interface WireConfiguration {
  readonly settings?: unknown;
  /** 0 for the configuration that the theme came with. */
  readonly site_id?: unknown;
  readonly date_created?: unknown;
}

/**
 * The settings of the active theme as the merchant left them: names and values differ from theme to theme. Empty where
 * no theme is active. Needs the scope of themes. @throws {PlatformBError}
 */
export async function readThemeSettings(rest: PlatformBRest): Promise<Readonly<Record<string, unknown>>> {
  const themes = await readV3Page<WireTheme>(rest, '/v3/themes', {});
  const active = themes.items.find((theme) => fieldsOf(theme)['is_active'] === true);
  if (typeof active?.uuid !== 'string') return {};
  const path = `/v3/themes/${encodeURIComponent(active.uuid)}/configurations`;
  const { items } = await readV3Page<WireConfiguration>(rest, path, {});
  const latest = items.toSorted((a, b) => ageOf(b).localeCompare(ageOf(a)))[0];
  return fieldsOf(fieldsOf(latest)['settings']);
}

/** Sorts the merchant's own configurations after the original one, and newer ones after older ones. */
function ageOf(configuration: WireConfiguration): string {
  const { site_id: site, date_created: created } = fieldsOf(configuration);
  return `${site === undefined || site === 0 ? 0 : 1} ${typeof created === 'string' ? created : ''}`;
}
