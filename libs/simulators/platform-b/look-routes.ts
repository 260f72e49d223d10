import type { Route } from './api-route.js';
import { v3Page } from './lists.js';

const THEME = 'e3d82ce0-9bae-0133-0de7-525400970412';
const OTHER_THEME = '872b3e20-731f-0136-9d2f-633ff0d6ced1';

const theme = (uuid: string, name: string, isActive: boolean) => ({
  uuid,
  name,
  variations: [{ uuid: 'b16c3fe0-7bcb-0136-b5fc-07fe54a9e639', name: 'Light', description: '', external_id: 'light' }],
  is_private: false,
  is_active: isActive,
  updated_at: '2026-09-15T09:14:15Z',
});

const configuration = (siteId: number, settings: object) => ({
  uuid: `0e9e8f8e-5a0a-4c27-8d7e-00000000000${siteId}`,
  theme_uuid: THEME,
  variation_id: 'b16c3fe0-7bcb-0136-b5fc-07fe54a9e639',
  settings,
  date_created: `2026-0${siteId + 1}-01T00:00:00Z`,
  site_id: siteId,
});

/** What a new theme comes with. */
const ORIGINAL = { 'color-primary': '#757575', 'color-secondary': '#ffffff', 'body-bg': '#ffffff' };

/** The logo of a store, its themes, and the settings of the active theme. */
export const LOOK_ROUTES: readonly Route[] = [
  [
    'GET',
    '/v3/settings/logo',
    'store',
    ({ store: { logoUrl, name } }) => ({
      status: 200,
      body: {
        data: {
          type: logoUrl === null ? 'text' : 'image',
          logo_image_url: logoUrl,
          logo_text: logoUrl === null ? name : null,
          favicon_url: null,
        },
        meta: {},
      },
    }),
  ],
  [
    'GET',
    '/v3/themes',
    'themes',
    () => ({
      status: 200,
      body: { data: [theme(OTHER_THEME, 'Cornerstone-blog', false), theme(THEME, 'Cornerstone', true)], meta: {} },
    }),
  ],
  [
    'GET',
    '/v3/themes/:id/configurations',
    'themes',
    ({ store: { themeSettings }, id, query }) => {
      if (id !== THEME) return { status: 200, body: v3Page([], query) };
      const own = themeSettings ? [configuration(1, { ...ORIGINAL, ...themeSettings })] : [];
      return { status: 200, body: v3Page([...own, configuration(0, ORIGINAL)], query) };
    },
  ],
];
