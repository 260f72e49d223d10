import { type BannerLayers, type BannerSpec, Compositor, DEFAULT_BRAND_KIT } from '#libs/compositor';
import { productImage } from '#libs/simulators';
import { type Goal, goalLines } from '../support/goals.js';
import type { BenchOptions } from '../support/options.js';
import type { Datastores } from '../support/datastores.js';
import { decimals, median, table, whole } from '../support/table.js';
import { timed } from '../support/timed.js';
import { givenOf, type Layers, overlayBare } from './bare-sharp.js';
import { askAgain, type CachedRequests } from './cached-request.js';

/** Ours lays out a dozen candidates and judges them; the peer pastes into boxes that it is given. */
const MOST_TIMES_BARE = 1.6;
const MOST_CACHED_MS = 10;
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

interface Row {
  readonly format: BannerSpec['format'];
  readonly ours: number;
  readonly bare: number;
}

/**
 * A banner composed beside bare sharp with the same layers, the memory of many renders in a row, and a cached request.
 */
export async function benchImages(datastores: Datastores, { quick }: BenchOptions): Promise<object> {
  const layers = await material();
  const rows: Row[] = [];
  for (const format of ['png', 'jpeg', 'webp'] as const) rows.push(await compare(format, layers, quick ? 5 : 21));
  console.log(
    table<Row>(
      [
        { title: 'format', cell: ({ format }) => format, align: 'left' },
        { title: 'Rekindle ms', cell: ({ ours }) => decimals(ours, 1) },
        { title: 'bare sharp ms', cell: ({ bare }) => decimals(bare, 1) },
        { title: 'x bare', cell: ({ ours, bare }) => decimals(ours / bare, 2) },
      ],
      rows,
    ),
  );
  const memory = await renderMany(layers, quick ? 60 : 200);
  const cached = await askAgain(datastores, quick ? 50 : 300);
  const goals = goalsFor(rows, memory, cached);
  console.log(
    `\nmade in ${whole(cached.firstMs)} ms, answered from the cache in ${decimals(cached.medianMs, 1)} ms (p99 ` +
      `${decimals(cached.p99Ms, 1)}); an answer without any work takes ${decimals(cached.emptyMs, 1)} ms\n${goalLines(goals)}`,
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

/** Both run in turns, so that other load of the machine affects both. The first run of each is a warm-up. */
async function compare(format: Row['format'], layers: Layers, rounds: number): Promise<Row> {
  const spec = { ...SPEC, format };
  const composed = await compositor.composeBanner(spec, bannerLayers(layers));
  const given = await givenOf(composed);
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const first = await timed(async () => compositor.composeBanner(spec, bannerLayers(layers)));
    const second = await timed(async () => overlayBare(layers, given));
    if (round === 0) continue;
    ours.push(first);
    bare.push(second);
  }
  return { format, ours: median(ours), bare: median(bare) };
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
  const ratios = rows.map(({ format, ours, bare }) => ({ format, ratio: ours / bare }));
  return [
    ...ratios.map(({ format, ratio }) => ({
      text: `a 1200 x 600 ${format} with two products, candidates and critic, in at most ${MOST_TIMES_BARE} times bare sharp's time`,
      reached: ratio <= MOST_TIMES_BARE,
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
