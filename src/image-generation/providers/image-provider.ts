import type { Stage } from '#libs/compositor';
import type { SpecProduct } from '../renders/image-spec.js';
import type { RenderRun } from '../renders/image-renders.repository.js';
import type { Size } from './image-size.js';

/** An order for images without text. */
export interface ImageOrder {
  readonly prompt: string;
  readonly size: Size;
  /** 1..4, all different. */
  readonly count: number;
  /** 2 asks again because an image of the first call was rejected. Each attempt is paid at most once for a render. */
  readonly attempt: 1 | 2;
  /** A product around which the result is painted. It has the size that `stageSize` names. */
  readonly stage?: Stage;
}

/** Makes images and proposes layouts. If a method returns undefined, the compositor does the work. */
export interface ImageProvider {
  readonly name: 'local' | 'openai';
  /** Part of the cache key: the name and the models. */
  readonly maker: string;
  /** The size of a stage for a result of this size; null if the provider can't paint around a product. */
  stageSize(size: Size): Size | null;
  /**
   * Returns files of any size and type; the caller inspects, cuts and scales them.
   * @throws {DomainError} the job fails with this problem
   * @throws {TryLater} the provider did nothing and may accept a later call
   */
  images(run: RenderRun, order: ImageOrder): Promise<readonly Buffer[] | undefined>;
  /** Parsed JSON of any shape. Errors of the model never throw: the compositor finds a layout without it. */
  layout(run: RenderRun, products: readonly SpecProduct[], brief: string | null): Promise<unknown>;
}

/** Injection token. */
export const IMAGE_PROVIDER = Symbol('image-provider');

/** The provider did nothing and billed nothing: run the render again later. */
export class TryLater extends Error {
  constructor(
    readonly milliseconds: number,
    /** The problem if the render has waited too often. */
    readonly otherwise: Error,
  ) {
    super('to be tried later');
  }
}

/** Another run has taken over the render: whatever this run still does must have no effect. */
export class LeaseLost extends Error {}
