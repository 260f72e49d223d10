import { type BannerLayers, type BannerSpec, Compositor, DEFAULT_BRAND_KIT, longestShown } from '#libs/compositor';
import { productImage } from '#libs/simulators';
import { type Goal, goalLines } from '../support/goals.js';
import type { BenchOptions } from '../support/options.js';
import type { Datastores } from '../support/datastores.js';
import { decimals, median, table, whole } from '../support/table.js';
import { timed } from '../support/timed.js';
import { givenOf, type Layers, overlayBare } from './bare-sharp.js';
import { askAgain, type CachedRequests } from './cached-request.js';

/** The first is a layout that is known, as images of persons have it; the second lays out a dozen and judges them. */
const MOST_TIMES_BARE = { given: 1, chosen: 1.6 };
const MOST_CACHED_MS = 5;
const MOST_MIB = 500;
/** The growth of memory between render 50 and 200 that the timing of the garbage collector can explain. */
const MOST_GROWTH_MIB = 24;

const SPEC: BannerSpec = {
  width: 1200,
  height: 600,
  format: 'png',
  headline: 'We saved your favourites',
  subheadline: 'Both are back in stock, and shipping is on us this week.',
  callToAction: 'Shop now',
  legal: 'Free shipping until 31 December on orders over € 30.',
  brand: DEFAULT_BRAND_KIT,
};

/** In a separate thread, as in the service, so the time includes the messages to and from it. */
const compositor = new Compositor({ threads: 1 });

type Way = keyof typeof MOST_TIMES_BARE;

const WAYS: Readonly<Record<Way, string>> = { given: 'a given layout', chosen: 'candidates and critic' };

interface Row {
  readonly format: BannerSpec['format'];
  readonly way: Way;
  readonly ours: number;
  readonly bare: number;
}

/**
 * A banner composed beside bare sharp with the same layers, the memory of many renders in a row, and a cached request.
 */
export async function benchImages(datastores: Datastores, { quick }: BenchOptions): Promise<object> {
  const layers = await material();
  const rows: Row[] = [];
  for (const format of ['png', 'jpeg', 'webp'] as const) rows.push(...(await compare(format, layers, quick ? 5 : 21)));
  console.log(
    table<Row>(
      [
        { title: 'format', cell: ({ format }) => format, align: 'left' },
        { title: 'layout', cell: ({ way }) => WAYS[way], align: 'left' },
        { title: 'Rekindle ms', cell: ({ ours }) => decimals(ours, 1) },
        { title: 'bare sharp ms', cell: ({ bare }) => decimals(bare, 1) },
        { title: 'x bare', cell: ({ ours, bare }) => decimals(ours / bare, 2) },
      ],
      rows,
    ),
  );
  const memory = await renderMany(layers, quick ? 60 : 200);
  const cached = await askAgain(datastores, quick ? 50 : 600);
  const goals = goalsFor(rows, memory, cached);
  console.log(
    `\nmade in ${whole(cached.firstMs)} ms, answered from the cache in ${decimals(cached.medianMs, 1)} ms (p99 ` +
      `${decimals(cached.p99Ms, 1)}; the first ${cached.requests}: ${decimals(cached.coldMs, 1)} ms); an answer without any work ` +
      `takes ${decimals(cached.emptyMs, 1)} ms\n${goalLines(goals)}`,
  );
  return { rows, memory, cached, goals };
}

async function material(): Promise<Layers> {
  const drawn = await compositor.drawLocalArt({
    prompt: 'coffee',
    style: 'photographic',
    palette: SPEC.brand.palette,
    width: 1536,
    height: 768,
    seed: 0,
  });
  const { bytes } = await compositor.encodeImage(drawn, 'png');
  return {
    background: bytes,
    products: await Promise.all([productImage('mug', 1000), productImage('tote', 1000)]),
  };
}

const bannerLayers = ({ background, products }: Layers): BannerLayers => ({
  background,
  products: products.map((image, index) => ({ image, title: `Product ${index + 1}`, price: '€ 24.90' })),
});

/** Draws the banner in the layout that was chosen for it, as the worker draws the images of persons. */
async function inGivenLayout(spec: BannerSpec, { background, products }: Layers): Promise<() => Promise<unknown>> {
  const own = bannerLayers({ background, products });
  const template = { key: spec.format, spec, layers: own };
  const files = Object.fromEntries(
    await Promise.all(
      products.map(async (image, index) => [
        String(index),
        await compositor.preparePersonal({ image }, longestShown(spec)),
      ]),
    ),
  ) as Record<string, Buffer>;
  const shown = (own.products ?? []).map(({ title, price = '' }, index) => ({ title, price, file: String(index) }));
  return async () => {
    const [made] = await compositor.composePersonal(template, [{ texts: {}, products: shown }], files);
    if (!made || 'problem' in made) throw new Error('the banner is missing');
  };
}

/** All run in turns, so that other load of the machine affects all of them. The first run of each is a warm-up. */
async function compare(format: Row['format'], layers: Layers, rounds: number): Promise<Row[]> {
  const spec = { ...SPEC, format };
  const given = await givenOf(await compositor.composeBanner(spec, bannerLayers(layers)));
  const works = {
    given: await inGivenLayout(spec, layers),
    chosen: () => compositor.composeBanner(spec, bannerLayers(layers)),
    bare: () => overlayBare(layers, given),
  };
  const times = { given: [] as number[], chosen: [] as number[], bare: [] as number[] };
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of ['given', 'chosen', 'bare'] as const) {
      const milliseconds = await timed(async () => void (await works[name]()));
      if (round > 0) times[name].push(milliseconds);
    }
  }
  const bare = median(times.bare);
  return (['given', 'chosen'] as const).map((way) => ({ format, way, ours: median(times[way]), bare }));
}

interface Memory {
  readonly renders: number;
  readonly at50: number;
  readonly atEnd: number;
  readonly peak: number;
}

async function renderMany(layers: Layers, renders: number): Promise<Memory> {
  let at50 = 0;
  let peak = 0;
  const resident = () => process.memoryUsage.rss() / 2 ** 20;
  for (let render = 1; render <= renders; render += 1) {
    await compositor.composeBanner({ ...SPEC, headline: `Offer number ${render}` }, bannerLayers(layers));
    peak = Math.max(peak, resident());
    if (render === 50) at50 = peak;
  }
  return { renders, at50, atEnd: resident(), peak };
}

function goalsFor(rows: readonly Row[], { renders, at50, peak }: Memory, { medianMs }: CachedRequests): Goal[] {
  const ratios = rows.map(({ format, way, ours, bare }) => ({ format, way, ratio: ours / bare }));
  return [
    ...ratios.map(({ format, way, ratio }) => ({
      text: `a 1200 x 600 ${format} with two products, ${WAYS[way]}, in at most ${MOST_TIMES_BARE[way]} times bare sharp's time`,
      reached: ratio <= MOST_TIMES_BARE[way],
      measured: decimals(ratio, 2),
    })),
    {
      text: `${renders} renders in a row under ${MOST_MIB} MiB`,
      reached: peak < MOST_MIB,
      measured: `${whole(peak)} MiB`,
    },
    {
      text: `no growth after render 50 (${MOST_GROWTH_MIB} MiB of slack)`,
      reached: peak - at50 <= MOST_GROWTH_MIB,
      measured: `${decimals(peak - at50, 1)} MiB`,
    },
    {
      text: `a cached request in under ${MOST_CACHED_MS} ms`,
      reached: medianMs < MOST_CACHED_MS,
      measured: `${decimals(medianMs, 1)} ms`,
    },
  ];
}
