import { availableParallelism } from 'node:os';
import sharp from 'sharp';
import {
  type BannerLayers,
  type BannerSpec,
  type BrandKit,
  Compositor,
  DEFAULT_BRAND_KIT,
  type GridProduct,
  type Matched,
  planGrid,
} from '#libs/compositor';
import { PRODUCT_IMAGES, productImage, type ProductImageName, productTitle } from '#libs/simulators';

/** The threads end with the process. */
const compositor = new Compositor({ threads: availableParallelism() });

/** An image of the gallery with its inputs. */
export interface Example {
  readonly name: string;
  readonly caption: string;
  readonly make: () => Promise<{ bytes: Buffer; altText: string; matched?: Matched | null }>;
}

const KITS = {
  tide: DEFAULT_BRAND_KIT,
  orchard: {
    ...DEFAULT_BRAND_KIT,
    palette: { primary: '#2f5d3a', secondary: '#f2c14e', accent: '#c8442f', background: '#fbf8ef', text: '#1e2a20' },
    fonts: { heading: 'Lora', body: 'Lora' },
    tone: 'calm',
  },
  atelier: {
    ...DEFAULT_BRAND_KIT,
    palette: { primary: '#3a2e39', secondary: '#d8c3a5', accent: '#a4506c', background: '#f7f3ee', text: '#241c23' },
    fonts: { heading: 'Playfair Display', body: 'Lora' },
    cornerRadius: 2,
    tone: 'elegant',
  },
  spark: {
    ...DEFAULT_BRAND_KIT,
    palette: { primary: '#2b2d83', secondary: '#ffd23f', accent: '#ee4266', background: '#f5f6ff', text: '#17173d' },
    fonts: { heading: 'Montserrat', body: 'Montserrat' },
    cornerRadius: 20,
    tone: 'bold',
  },
  cloud: {
    ...DEFAULT_BRAND_KIT,
    palette: { primary: '#4b5d9e', secondary: '#f7b7a3', accent: '#c9486b', background: '#fdf7f5', text: '#262b47' },
    fonts: { heading: 'Rubik', body: 'Rubik' },
    cornerRadius: 16,
    tone: 'playful',
  },
} as const satisfies Record<string, BrandKit>;

type Kit = keyof typeof KITS;

const PRICES: Readonly<Record<ProductImageName, string>> = {
  mug: '€ 24.90',
  tote: '€ 39.00',
  candle: '€ 28.50',
  bottle: '€ 32.00',
  vase: '€ 54.00',
  sneaker: '€ 79.00',
  backpack: '€ 89.00',
  notebook: '€ 16.00',
  lamp: '€ 119.00',
  plant: '€ 22.00',
  soap: '€ 14.50',
  scarf: '€ 68.00',
};

const FORMER_PRICES: Readonly<Record<ProductImageName, string>> = {
  ...PRICES,
  mug: '€ 32.00',
  candle: '€ 35.00',
  vase: '€ 69.00',
};

const hero = (name: string, prompt: string, style: string, kit: Kit): Example => ({
  name,
  caption: `Hero, ${style}: "${prompt}"`,
  make: async () => {
    const [image] = await compositor.composeHero({
      prompt,
      style,
      width: 960,
      height: 480,
      format: 'webp',
      brand: KITS[kit],
    });
    if (!image) throw new Error('composeHero gave no image');
    return image;
  },
});

interface Offer extends Omit<BannerSpec, 'brand' | 'format' | 'width' | 'height'> {
  readonly size?: readonly [width: number, height: number];
  readonly show?: readonly ProductImageName[];
  readonly background?: BannerLayers['background'];
}

const banner = (name: string, caption: string, kit: Kit, offer: Offer): Example => ({
  name,
  caption: `Banner, ${caption}`,
  make: async () => {
    const { size = [1200, 600], show = [], background, ...words } = offer;
    const products = await Promise.all(
      show.map(async (one) => ({
        image: await productImage(one),
        title: productTitle(one),
        price: PRICES[one],
      })),
    );
    const spec = { ...words, width: size[0], height: size[1], format: 'webp' as const, brand: KITS[kit] };
    return compositor.composeBanner(spec, { products, ...(background ? { background } : {}) });
  },
});

/** A countdown as an email client shows it that does not animate. */
const countdown = (name: string, caption: string, kit: Kit, left: number, offer: Offer): Example => {
  const endsAt = Date.UTC(2026, 11, 31, 23);
  const wanted = { endsAt, ended: 'This offer has ended', language: 'en' };
  const { make } = banner(name, caption, kit, { ...offer, countdown: wanted });
  return {
    name,
    caption: `Countdown, ${caption}`,
    make: async () => {
      const made = await make();
      const gif = await compositor.countdownGif(made.bytes, endsAt - left);
      return { ...made, bytes: await sharp(gif.bytes).webp({ lossless: true }).toBuffer() };
    },
  };
};

interface Shelf {
  readonly count: number;
  readonly from?: number;
  readonly family?: string;
  readonly withoutImage?: readonly ProductImageName[];
  readonly formerPrices?: readonly ProductImageName[];
}

const grid = (name: string, what: string, kit: Kit, shelf: Shelf): Example => ({
  name,
  caption: `Grid of ${shelf.count} products, ${what}`,
  make: async () => {
    const { count, from = 0, family, withoutImage = [], formerPrices = [] } = shelf;
    const names = [...PRODUCT_IMAGES, ...PRODUCT_IMAGES].slice(from, from + count);
    const images = Object.fromEntries(
      await Promise.all(
        names.filter((one) => !withoutImage.includes(one)).map(async (one) => [one, await productImage(one)] as const),
      ),
    );
    const products = names.map((one): GridProduct => ({
      id: one,
      title: productTitle(one),
      price: PRICES[one],
      ...(formerPrices.includes(one) ? { compareAtPrice: FORMER_PRICES[one] } : {}),
    }));
    const { plan } = planGrid(products);
    const wish = family === undefined ? {} : { family };
    return compositor.composeGrid(plan, products, { brand: KITS[kit], format: 'webp', images, ...wish });
  },
});

/** The order of the page: heroes in every style, banners in many scripts and sizes, grids. */
export const EXAMPLES: readonly Example[] = [
  hero('hero-photographic', 'A warm cup of coffee on a slow morning', 'photographic', 'tide'),
  hero('hero-illustration', 'Sunset over the hills at harvest', 'illustration', 'orchard'),
  hero('hero-minimal', 'Ceramic vase in a quiet room', 'minimal', 'atelier'),
  hero('hero-watercolor', 'Spring flowers in bloom', 'watercolor', 'cloud'),
  hero('hero-flat', 'Fresh citrus fruit', 'flat', 'orchard'),
  hero('hero-3d', 'Birthday presents for our best customers', '3d', 'spark'),
  hero('hero-vintage', 'Summer at the sea', 'vintage', 'tide'),
  hero('hero-bold', 'City lights', 'bold', 'spark'),
  hero('hero-pastel', 'Winter in the pine forest', 'pastel', 'cloud'),
  hero('hero-line-art', 'Mountain trail for your next adventure', 'line-art', 'tide'),
  hero('hero-desert', 'An off-road car in the desert', 'illustration', 'tide'),
  hero('hero-beach', 'Straw hats on the beach', 'photographic', 'orchard'),
  hero('hero-candle', 'A lit candle for cosy evenings', '3d', 'atelier'),
  hero('hero-leaves', 'Leaves in soft morning light', 'illustration', 'orchard'),
  hero('hero-calm', 'Organic cotton baby clothes', 'illustration', 'tide'),
  hero('hero-elegant', 'The new linen dresses', 'photographic', 'atelier'),
  hero('hero-playful', 'Wooden toys without plastic', 'illustration', 'cloud'),
  banner('banner-products', 'two products', 'tide', {
    headline: 'We saved your favourites',
    subheadline: 'Both are back in stock, and shipping is on us this week.',
    callToAction: 'Shop now',
    legal: 'Free shipping until 31 December on orders over € 30.',
    show: ['mug', 'tote'],
  }),
  banner('banner-elegant', 'no product', 'atelier', {
    headline: 'It has been a while',
    subheadline: 'Take 15% off your next order with the code WELCOME15.',
    callToAction: 'Come back in',
    legal: 'One code for each customer. Not valid on gift cards.',
  }),
  banner('banner-bold', 'one product of a bold brand', 'spark', {
    headline: '20% off everything',
    subheadline: 'This weekend only.',
    callToAction: 'Get yours',
    show: ['sneaker'],
  }),
  banner('banner-playful', 'emoji', 'cloud', {
    headline: 'Happy birthday, from all of us 🎉',
    subheadline: 'A present is waiting in your basket 🎁',
    callToAction: 'Open it',
  }),
  banner('banner-scene', 'a drawn scene', 'orchard', {
    headline: 'Harvest week',
    subheadline: 'New flavours, straight from the farm.',
    callToAction: 'Taste them',
    background: { prompt: 'Rolling hills in autumn', style: 'illustration' },
  }),
  banner('banner-arabic', 'Arabic', 'tide', {
    headline: 'اشتقنا إليك! خصم ٢٠٪ على طلبك القادم',
    subheadline: 'عودي إلينا واستمتعي بقهوتك المفضلة في كوب جديد.',
    callToAction: 'تسوّقي الآن',
    legal: 'يسري العرض حتى ٣١ ديسمبر.',
    show: ['mug'],
  }),
  banner('banner-hebrew', 'Hebrew', 'orchard', {
    headline: 'התגעגענו אליך',
    subheadline: 'קבלו 15% הנחה על ההזמנה הבאה.',
    callToAction: 'לחנות',
    show: ['plant', 'candle'],
  }),
  banner('banner-japanese', 'Japanese', 'atelier', {
    headline: 'おかえりなさい。「いつもの」を20%オフで。',
    subheadline: 'お気に入りの商品が再入荷しました。今週は送料無料でお届けします。',
    callToAction: '今すぐ見る',
    show: ['vase'],
  }),
  banner('banner-hindi', 'Hindi', 'spark', {
    headline: 'आपकी याद आ रही थी',
    subheadline: 'अगले ऑर्डर पर 20% की विशेष छूट।',
    callToAction: 'अभी खरीदें',
    show: ['scarf'],
  }),
  banner('banner-leaderboard', '728 x 90', 'tide', {
    size: [1456, 180],
    headline: '20% off this weekend',
    subheadline: 'Free shipping on every order',
    callToAction: 'Shop now',
    show: ['backpack'],
  }),
  banner('banner-story', '9:16, three products', 'cloud', {
    size: [720, 1280],
    headline: 'Ready for the trail?',
    subheadline: 'Three things that keep up with you.',
    callToAction: 'See them',
    legal: 'While stocks last.',
    show: ['bottle', 'backpack', 'sneaker'],
  }),
  banner('banner-coupon', 'a coupon in a square', 'orchard', {
    size: [1080, 1080],
    headline: 'A thank-you for coming back',
    offer: '€ 10 off',
    subheadline: 'On your next order over € 40.',
    callToAction: 'Use it now',
    legal: 'One for each customer, until 31 December.',
    family: 'coupon',
    show: ['plant'],
  }),
  countdown(
    'banner-countdown',
    'the first frame of an animated GIF',
    'spark',
    ((2 * 24 + 4) * 60 + 12) * 60_000 + 30_000,
    {
      headline: 'The winter sale ends soon',
      offer: '20% off',
      callToAction: 'Shop the sale',
      show: ['tote'],
    },
  ),
  grid('grid-3', 'the best family of its own choice', 'tide', { count: 3 }),
  grid('grid-4', 'magazine', 'atelier', { count: 4, from: 5, family: 'magazine' }),
  grid('grid-5', 'colour wall', 'spark', { count: 5, from: 5, family: 'colour-wall' }),
  grid('grid-6', 'price wall with former prices', 'orchard', {
    count: 6,
    family: 'price-wall',
    formerPrices: ['mug', 'candle', 'vase'],
  }),
  grid('grid-7', 'night stage', 'spark', { count: 7, from: 3, family: 'night-stage' }),
  grid('grid-9', 'editorial columns, one of them without an image', 'atelier', {
    count: 9,
    family: 'editorial-columns',
    withoutImage: ['bottle'],
  }),
];
