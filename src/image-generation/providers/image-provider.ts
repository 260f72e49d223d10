import type { SpecProduct } from '../renders/image-spec.js';
import type { RenderRun } from '../renders/image-renders.repository.js';
import type { Size } from './image-size.js';

/** Images without text that a render needs. */
export interface ImageOrder {
  readonly prompt: string;
  readonly size: Size;
  /** 1..4, all different. */
  readonly count: number;
  /** Images of products that the result has to suit. */
  readonly references: readonly Buffer[];
}

/** Who makes images and proposes layouts. Where a method gives undefined, the compositor does it by itself. */
export interface ImageProvider {
  readonly name: 'local' | 'openai';
  /** Part of the cache key: the name and the models. */
  readonly maker: string;
  /**
   * Files of any size and type; the caller inspects, cuts and scales them.
   * @throws {DomainError} what the job's problem is
   * @throws {TryLater} nothing was done, and it may work later
   */
  images(run: RenderRun, order: ImageOrder): Promise<readonly Buffer[] | undefined>;
  /** Parsed JSON of any shape. Never throws over what the model does: a layout can be had without it. */
  layout(run: RenderRun, products: readonly SpecProduct[], brief: string | null): Promise<unknown>;
}

/** Injection token. */
export const IMAGE_PROVIDER = Symbol('image-provider');

/** Nothing was done and nothing can have been billed: the render is to be run again. */
export class TryLater extends Error {
  constructor(
    readonly milliseconds: number,
    /** What it is once the render has waited too often. */
    readonly otherwise: Error,
  ) {
    super('to be tried later');
  }
}

/** The run was taken for dead and another works on the render: whatever this one still does has no effect. */
export class LeaseLost extends Error {}
