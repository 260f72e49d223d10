import type { ShopBrand } from '#libs/platform-a-client';
import { isNearWhite } from '#libs/compositor';
import { colourOf, coloursOf, imageUrlOf, type StoreLook } from '../../stores/store-look.js';

/** The host of all files of stores. */
const FILES = 'cdn.shopify.com';

/**
 * Maps the brand assets of a store. Logos come from the platform's own file host, or from a simulated store itself. A
 * group of white on black, or of black on white, is a ground and its text: its other colour leads.
 */
export function mapStoreLook(brand: ShopBrand | null, baseUrl: string): StoreLook {
  const [primary, secondary, third] = [
    leading(brand?.colors?.primary?.[0]),
    leading(brand?.colors?.secondary?.[0]),
    leading(brand?.colors?.secondary?.[1]),
  ];
  const logos = [brand?.logo, brand?.squareLogo].flatMap((logo) => logoUrl(logo?.image?.url, baseUrl) ?? []);
  const refused = [brand?.logo, brand?.squareLogo].filter((logo) => logo?.image).length - logos.length;
  return {
    logoUrls: logos,
    colours: coloursOf({ primary, secondary, accent: third }),
    fonts: {},
    missing: [
      ...(refused > 0 ? [`A logo of the store was not taken, because it is not on ${FILES}.`] : []),
      ...(isEmpty(brand) ? ['The store has no brand assets.'] : []),
    ],
  };
}

type Group = NonNullable<ShopBrand['colors']>['primary'][number];

function leading(group: Group | undefined): string | undefined {
  const [background, foreground] = [colourOf(group?.background), colourOf(group?.foreground)];
  return background !== undefined && isNearWhite(background) ? foreground : background;
}

function logoUrl(given: unknown, baseUrl: string): string | undefined {
  const isSimulated = baseUrl.startsWith('http:');
  const url = imageUrlOf(given, null, { mayBeHttp: isSimulated });
  if (url === undefined) return undefined;
  const { host, origin } = new URL(url);
  return host === FILES || (isSimulated && origin === new URL(baseUrl).origin) ? url : undefined;
}

const isEmpty = (brand: ShopBrand | null): boolean =>
  !brand?.logo?.image &&
  !brand?.squareLogo?.image &&
  (brand?.colors?.primary?.length ?? 0) + (brand?.colors?.secondary?.length ?? 0) === 0;
