import { BoundedMap } from '#libs/bounded-map';
import { CompositionError } from '../composition-error.js';
import { judge } from '../critic/judge.js';
import { FAMILIES } from '../families/index.js';
import type { Family, GroundRole } from '../families/types.js';
import { encodeImage } from '../image/encode.js';
import { mostBytesOf } from '../image/limits.js';
import type { Crowding, PhotoContent } from '../layout/content.js';
import { layOut } from '../layout/lay-out.js';
import type { Assets } from '../paint/assets.js';
import { firstLegible } from '../paint/first-legible.js';
import { paintScene } from '../paint/paint-scene.js';
import { keptProducts } from '../product/kept.js';
import { type GivenProduct, prepareSmall } from '../product/prepare.js';
import { preparedFile, readPrepared } from '../product/prepared-file.js';
import type { ProductImage } from '../product/types.js';
import { longestShown, seenWidth } from '../shown.js';
import type { EncodedImage } from '../types.js';
import { bannerAltText, scenesFor } from './banner.js';
import { arranged, prepare } from './content.js';
import type { BannerLayers, BannerProduct, BannerSpec } from './types.js';

/** A banner that is made for many people, with other words and products for each. */
export interface BannerTemplate {
  /** Stands for everything else in the template. */
  readonly key: string;
  readonly spec: BannerSpec;
  readonly layers: BannerLayers;
}

/** The texts of a banner that may differ. */
export type BannerTexts = Partial<
  Pick<BannerSpec, 'headline' | 'subheadline' | 'callToAction' | 'legal' | 'offer' | 'badge'>
>;

/** What one of the banners shows. */
export interface PersonalBanner {
  readonly texts: BannerTexts;
  /** `file` names the product's prepared file among the given ones, and stands for its photograph. */
  readonly products: readonly (Omit<BannerProduct, 'image'> & { readonly file: string })[];
}

/** Why a banner can't be made in the layout of its template. */
export type PersonalProblem = 'text_does_not_fit' | 'rule_broken' | 'illegible' | 'image_unusable';

export type PersonalImage = (EncodedImage & { readonly altText: string }) | { readonly problem: PersonalProblem };

/** The layout of the template's own banner, and its open images. */
interface Chosen {
  readonly family: Family;
  readonly ground: GroundRole;
  readonly crowding: Crowding;
  /** The hard rules that the template breaks itself. */
  readonly broken: readonly string[];
  readonly logo: ProductImage | null;
  readonly background: Assets['background'];
  readonly photo: PhotoContent | null;
}

const MOST_TEMPLATES = 8;
const chosen = new BoundedMap<string, Promise<Chosen>>(MOST_TEMPLATES);

/**
 * A product's photograph as the prepared file that `composePersonal` takes, for templates that show no product longer
 * than `side` (`longestShown`).
 *
 * @throws CompositionError as `inspectImage`
 */
export const preparePersonal = async (product: GivenProduct, side: number): Promise<Buffer> =>
  preparedFile(await prepareSmall(product, side));

/**
 * Banners in the layout of their template. Candidates and critic choose the layout once, for the template; each banner
 * is fitted to it, judged by the hard rules, and painted. `files` are those of `preparePersonal`. Deterministic.
 *
 * @throws CompositionError as `composeBanner`, for the template
 */
export async function composePersonal(
  template: BannerTemplate,
  banners: readonly PersonalBanner[],
  files: Readonly<Record<string, Buffer>>,
): Promise<PersonalImage[]> {
  const layout = await layoutOf(template);
  const made: PersonalImage[] = [];
  const left = [...banners.entries()];
  const lane = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [index, banner] = next;
      made[index] = await composeOne(template.spec, layout, banner, files);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return made;
}

/** One banner is laid out and painted while the file of the one before is encoded, which is done in another thread. */
const AT_ONCE = 2;

async function composeOne(...args: Parameters<typeof compose>): Promise<PersonalImage> {
  try {
    return await compose(...args);
  } catch (error) {
    if (!(error instanceof CompositionError)) throw error;
    return { problem: error.place?.startsWith('products/') ? 'image_unusable' : 'text_does_not_fit' };
  }
}

function layoutOf(template: BannerTemplate): Promise<Chosen> {
  const known = chosen.get(template.key);
  if (known) return known;
  const layout = choose(template);
  chosen.set(template.key, layout);
  layout.catch(() => chosen.delete(template.key));
  return layout;
}

async function choose({ spec, layers }: BannerTemplate): Promise<Chosen> {
  const { content, assets } = await prepare(spec, layers);
  const { scene, verdict, crowding } = await firstLegible(scenesFor(spec, content, 1), assets);
  const family = FAMILIES.find(({ name }) => name === scene.family);
  const { ground } = scene;
  if (!family || !ground) throw new Error(`no family ${scene.family}`);
  const { logo, background } = assets;
  const broken = verdict.violations.map(({ name }) => name);
  return { family, ground, crowding, broken, logo, background, photo: content.photo };
}

async function compose(
  spec: BannerSpec,
  { family, ground, crowding, broken, logo, background, photo }: Chosen,
  { texts, products: given }: PersonalBanner,
  files: Readonly<Record<string, Buffer>>,
): Promise<PersonalImage> {
  const side = longestShown(spec);
  const products = await Promise.all(
    given.map(({ file }) => keptProducts.find(`${file} ${side}`, () => readPrepared(fileOf(files, file)))),
  );
  const opened = { given, products, logo: crowding === 'compact' ? null : logo, background, photo };
  const { content, assets } = arranged({ ...spec, ...texts }, opened);
  const { palette } = spec.brand;
  const scene = layOut({ ...content, crowding }, { family, ground, palette, mirrored: false });
  if (!scene) return { problem: 'text_does_not_fit' };
  const { violations } = judge(scene, palette);
  if (violations.some(({ name }) => !broken.includes(name))) return { problem: 'rule_broken' };
  const { image, overlays } = await paintScene(scene, assets);
  if (overlays.some(({ contrast, required }) => contrast < required)) return { problem: 'illegible' };
  const encoded = await encodeImage(image, spec.format, mostBytesOf(seenWidth(spec)));
  return { ...encoded, altText: bannerAltText({ ...spec, ...texts }, given) };
}

function fileOf(files: Readonly<Record<string, Buffer>>, name: string): Buffer {
  const bytes = files[name];
  if (!bytes) throw new CompositionError('image_unreadable', 'A product has no prepared file.', 'products/0');
  return bytes;
}
