import { FAMILY_NAMES, GRID_FAMILY_NAMES } from '#libs/compositor';
import { ProblemValidationPipe } from '#libs/kernel';
import type { ImageKind } from '../renders/image-spec.js';
import type { RenderResult } from '../renders/render-result.js';
import { BannerBody, GenerateBody, GridBody, HeroBody } from './image-bodies.dto.js';

const BODIES = { generate: GenerateBody, hero: HeroBody, banner: BannerBody, grid: GridBody } as const;
type BodyOf<K extends ImageKind> = InstanceType<(typeof BODIES)[K]>;

/** The family of a banner's only variant or of a grid: an edit keeps it. None for several variants. */
export function chosenFamily({ variants }: Pick<RenderResult, 'variants'>): { readonly family?: string } {
  const [only, ...others] = variants;
  const family = others.length === 0 ? only?.family : undefined;
  return family !== undefined && [...FAMILY_NAMES, ...GRID_FAMILY_NAMES].includes(family) ? { family } : {};
}

const pipe = new ProblemValidationPipe();

/**
 * The fields of a request with some of them changed. A field is replaced as a whole; null removes it. 422 with pointers
 * for what such a request may not have.
 */
export async function editedBody<K extends ImageKind>(kind: K, body: object, changes: object): Promise<BodyOf<K>> {
  const fields = Object.entries({ ...body, ...changes }).filter(([, value]) => value !== null);
  const edited: unknown = await pipe.transform(Object.fromEntries(fields), { type: 'body', metatype: BODIES[kind] });
  return edited as BodyOf<K>;
}
