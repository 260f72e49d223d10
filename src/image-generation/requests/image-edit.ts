import { ProblemValidationPipe } from '#libs/kernel';
import type { ImageKind } from '../renders/image-spec.js';
import { BannerBody, GenerateBody, GridBody, HeroBody } from './image-bodies.dto.js';

const BODIES = { generate: GenerateBody, hero: HeroBody, banner: BannerBody, grid: GridBody } as const;
type BodyOf<K extends ImageKind> = InstanceType<(typeof BODIES)[K]>;

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
