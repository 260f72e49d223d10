import { PlatformBError, readLogoSetting, readStore, readThemeSettings } from '#libs/platform-b-client';
import type { StoreLook } from '../../stores/store-look.js';
import type { OpenStore } from '../client/store.client.js';
import { mapStoreLook } from '../mapping/store-look.mapper.js';
import { mapStoreRecord } from '../mapping/store-record.mapper.js';

const THEMES = 'store_themes_read_only';

/** Reads the logo of the store, and the values of its theme where the merchant has granted the scope for them. */
export async function readStoreLook({ rest, retailer }: OpenStore, apiBaseUrl: string): Promise<StoreLook> {
  const store = await readStore(rest, retailer.externalId);
  const logo = await whereAllowed(() => readLogoSetting(rest));
  const theme = await whereAllowed(() => readThemeSettings(rest));
  const { storefrontUrl } = mapStoreRecord(store, apiBaseUrl);
  const logoUrls = [logo === 'refused' ? undefined : logo, ownLogo(store.logo)].filter((url) => url !== undefined);
  const missing = [
    ...(logoUrls.length === 0 ? ['The store has no logo image.'] : []),
    ...(theme === 'refused' ? [`The colours of the theme were not read. That needs the scope ${THEMES}.`] : []),
  ];
  const wire = { logoUrls, theme: theme === 'refused' ? {} : theme, storefrontUrl };
  return mapStoreLook(wire, missing, apiBaseUrl.startsWith('http:'));
}

const ownLogo = (logo: unknown): unknown =>
  typeof logo === 'object' && logo !== null && 'url' in logo && logo.url !== '' ? logo.url : undefined;

/** A missing scope must not mark the store as one whose token is refused. */
async function whereAllowed<T>(read: () => Promise<T>): Promise<T | 'refused'> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof PlatformBError && REFUSALS.has(error.kind)) return 'refused';
    throw error;
  }
}

const REFUSALS: ReadonlySet<PlatformBError['kind']> = new Set(['forbidden', 'not_found', 'bad_answer']);
