import { Compositor, DEFAULT_BRAND_KIT, longestShown, type PersonalBanner } from '#libs/compositor';
import { PRODUCT_IMAGES, productImage } from '#libs/simulators';
import sharp from 'sharp';
import type { PersonalContent } from '../../src/image-generation/personal/personal-content.js';
import type { Datastores } from '../support/datastores.js';
import { type Goal, goalLines } from '../support/goals.js';
import type { BenchOptions } from '../support/options.js';
import { decimals, whole } from '../support/table.js';
import { timed } from '../support/timed.js';
import { contentsFor } from './population.js';

const PRODUCTS = 300;
const MOST_IMAGES = 5_000;
const LEAST_PER_SECOND = 50;
const THREADS = 2;
/** As many as the worker draws at a time. */
const AT_ONCE = 12;
const SIZE = { width: 1200, height: 600 } as const;

/** How many different images a large execution needs, and how fast they are drawn beside a bare encoder. */
export async function benchPersonal(_datastores: Datastores, { quick, count }: BenchOptions): Promise<object> {
  const recipients = count ?? (quick ? 10_000 : 100_000);
  const contents = contentsFor(recipients, PRODUCTS);
  const compositor = new Compositor({ threads: THREADS });
  try {
    const wanted = contents.slice(0, quick ? 96 : 960);
    const drawings = await photographs();
    const prepared = await prepareAll(compositor, wanted, drawings);
    const drawn = await drawAll(compositor, wanted, { drawings, files: prepared.files });
    const bare = await encodeBare(drawn.one, wanted.length);
    const perSecond = (wanted.length / drawn.milliseconds) * 1_000;
    const firstPerSecond = (wanted.length / (drawn.milliseconds + prepared.milliseconds)) * 1_000;
    const goals = goalsFor({ recipients, images: contents.length, perSecond, firstPerSecond });
    const products = Object.keys(prepared.files).length;
    console.log(
      `${products} products prepared in ${decimals(prepared.milliseconds / 1_000, 1)} s, then ${whole(perSecond)} images ` +
        `a second in ${THREADS} threads; bare sharp encodes ${whole(bare)} of the same a second: ` +
        `${decimals(bare / perSecond, 2)} times as many\n${goalLines(goals)}`,
    );
    return { recipients, images: contents.length, products, perSecond, firstPerSecond, barePerSecond: bare, goals };
  } finally {
    await compositor.close();
  }
}

/** Each product has a file of its own, in one of a few drawings. */
async function photographs(): Promise<readonly Buffer[]> {
  return Promise.all(PRODUCT_IMAGES.map((name) => productImage(name, 900)));
}

type Files = Readonly<Record<string, Buffer>>;

/** The files that the worker reads for products that it has shown before. */
async function prepareAll(compositor: Compositor, contents: readonly PersonalContent[], drawings: readonly Buffer[]) {
  const urls = new Set(contents.flatMap(({ products }) => products.map(({ url }) => url)));
  const side = longestShown(SIZE);
  const files: Record<string, Buffer> = {};
  const milliseconds = await timed(async () => {
    await Promise.all(
      [...urls].map(async (url) => {
        const drawing = drawings[Number(/\d+/.exec(url)?.[0]) % drawings.length];
        if (drawing) files[url] = await compositor.preparePersonal({ image: drawing }, side);
      }),
    );
  });
  return { files, milliseconds };
}

async function drawAll(
  compositor: Compositor,
  contents: readonly PersonalContent[],
  { drawings: [first], files }: { readonly drawings: readonly Buffer[]; readonly files: Files },
) {
  if (!first) throw new Error('there are no drawings');
  const product = { image: first, title: 'Product', price: '€9.90' };
  const template = {
    key: 'bench',
    spec: {
      ...SIZE,
      format: 'png' as const,
      headline: 'We saved your favourites',
      subheadline: 'Shipping is on us this week.',
      callToAction: 'Shop now',
      brand: DEFAULT_BRAND_KIT,
    },
    layers: { products: [product, product] },
  };
  const chunks = Array.from({ length: Math.ceil(contents.length / AT_ONCE) }, (_, index) =>
    contents.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  );
  const made: Buffer[] = [];
  const draw = async (chunk: readonly PersonalContent[]): Promise<void> => {
    const urls = chunk.flatMap(({ products }) => products.map(({ url }) => url));
    const own = Object.fromEntries(urls.flatMap((url) => (files[url] ? [[url, files[url]]] : [])));
    for (const image of await compositor.composePersonal(template, chunk.map(bannerOf), own)) {
      if ('problem' in image) throw new Error(`an image is missing: ${image.problem}`);
      made.push(image.bytes);
    }
  };
  // Each thread opens its fonts and chooses the layout once.
  await Promise.all(chunks.slice(0, THREADS).map(draw));
  const milliseconds = await timed(async () => {
    const left = chunks.slice();
    const lane = async (): Promise<void> => {
      for (let chunk = left.shift(); chunk; chunk = left.shift()) await draw(chunk);
    };
    await Promise.all(Array.from({ length: THREADS }, lane));
  });
  return { milliseconds, one: made[0] ?? first };
}

const bannerOf = ({ products }: PersonalContent): PersonalBanner => ({
  texts: {},
  products: products.map(({ url, title, price }) => ({
    file: url,
    title,
    ...(price === undefined ? {} : { price }),
  })),
});

/** The ceiling: the pixels of one of the images, encoded again and again, as many at a time as there are threads. */
async function encodeBare(bytes: Buffer, count: number): Promise<number> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: 3 as const };
  let left = count;
  const milliseconds = await timed(async () => {
    const lane = async (): Promise<void> => {
      for (; left > 0; left -= 1) {
        await sharp(data, { raw }).png({ compressionLevel: 6, adaptiveFiltering: false }).toBuffer();
      }
    };
    await Promise.all(Array.from({ length: THREADS }, lane));
  });
  return (count / milliseconds) * 1_000;
}

interface Reached {
  readonly recipients: number;
  readonly images: number;
  readonly perSecond: number;
  readonly firstPerSecond: number;
}

const goalsFor = ({ recipients, images, perSecond, firstPerSecond }: Reached): Goal[] => [
  {
    text: `${whole(recipients)} recipients of a store with ${PRODUCTS} products need at most ${whole(MOST_IMAGES)} images`,
    reached: images <= MOST_IMAGES,
    measured: whole(images),
  },
  {
    text: `at least ${LEAST_PER_SECOND} images of ${SIZE.width} x ${SIZE.height} a second of products that were prepared before`,
    reached: perSecond >= LEAST_PER_SECOND,
    measured: whole(perSecond),
  },
  {
    text: `at least ${LEAST_PER_SECOND} a second where each product is shown for the first time`,
    reached: firstPerSecond >= LEAST_PER_SECOND,
    measured: whole(firstPerSecond),
  },
];
