import { Inject, Injectable } from '@nestjs/common';
import { type BannerProduct, type Box, CompositionError, Compositor, type Stage } from '#libs/compositor';
import { APP_LOGGER, type AppLogger, DomainError } from '#libs/kernel';
import { PoolError } from '#libs/worker-pool';
import type { Fallback } from '../renders/image-spec.js';
import type { RenderRun } from '../renders/image-renders.repository.js';
import type { ImageCheck } from '../renders/render-result.js';
import { IMAGE_PROVIDER, type ImageOrder, type ImageProvider, TryLater } from './image-provider.js';
import type { Size } from './image-size.js';
import { uselessAnswer } from './openai-failure.js';
import { promptAgain } from './prompts.js';

/** A product on its stage. */
export interface StagedProduct {
  readonly given: BannerProduct;
  readonly size: Size;
  readonly stage: Stage;
}

export interface CheckedOrder extends Omit<ImageOrder, 'attempt' | 'stage'> {
  readonly product?: StagedProduct;
  readonly fallback: Fallback;
}

export interface CheckedImage {
  readonly image: Buffer;
  /** The product's place, in fractions of the image; null without a product. */
  readonly subject: Box | null;
}

export interface CheckedImages {
  /** Empty if the service has to draw by itself. */
  readonly images: readonly CheckedImage[];
  readonly checks: readonly ImageCheck[];
}

/** A repeated call that the provider turned away is waited for in so many runs of the render. */
const LAST_WAITING_RUN = 4;

/** Looks at what a provider returns before it is used. Rejected images are requested once more. */
@Injectable()
export class CheckedImagesService {
  constructor(
    @Inject(IMAGE_PROVIDER) private readonly provider: ImageProvider,
    private readonly compositor: Compositor,
    @Inject(APP_LOGGER) private readonly logger: AppLogger,
  ) {}

  /** Null if the provider can't paint around this product. */
  async stage(given: BannerProduct, wanted: Size, ground: string): Promise<StagedProduct | null> {
    const size = this.provider.stageSize(wanted);
    const stage = size && (await this.compositor.stageProduct(given, size, ground));
    return stage && { given, size, stage };
  }

  /**
   * The images that may be used: as many as were ordered, or fewer if the others were rejected twice.
   * @throws {DomainError} the first call failed, or all images were rejected and the order says `fail`
   * @throws {TryLater} the provider refused the call for now
   */
  async images(run: RenderRun, order: CheckedOrder): Promise<CheckedImages> {
    const good: CheckedImage[] = [];
    const checks: ImageCheck[] = [];
    for (const attempt of [1, 2] as const) {
      const missing = order.count - good.length;
      if (missing === 0) break;
      const images = attempt === 1 ? await this.first(run, order) : await this.again(run, order, missing, checks);
      if (!images) break;
      for (const image of images) {
        const { check, checked } = await this.look(image, order, attempt);
        checks.push(check);
        if (checked) good.push(checked);
      }
    }
    if (good.length === 0 && checks.length > 0 && order.fallback === 'fail') throw rejected(checks);
    return { images: good, checks };
  }

  private first(run: RenderRun, { prompt, size, count, product }: CheckedOrder) {
    return this.provider.images(run, { prompt, size, count, attempt: 1, ...stageOf(product) });
  }

  /** Undefined if there is no second call, because the budget is spent or the provider refuses it. */
  private async again(run: RenderRun, order: CheckedOrder, count: number, checks: readonly ImageCheck[]) {
    const { size, product } = order;
    const prompt = promptAgain(
      order.prompt,
      checks.flatMap(({ reason }) => reason ?? []),
    );
    try {
      return await this.provider.images(run, { prompt, size, count, attempt: 2, ...stageOf(product) });
    } catch (error) {
      if (error instanceof DomainError) return undefined;
      if (error instanceof TryLater && run.attempts >= LAST_WAITING_RUN) return undefined;
      throw error;
    }
  }

  private async look(image: Buffer, { product }: CheckedOrder, attempt: number) {
    const settled = product && (await usable(this.compositor.settleProduct(image, product.given, product.size)));
    const isChanged = settled?.state === 'changed';
    const letters = isChanged ? null : await this.lettersIn(image, settled?.box ?? null);
    const hasWords = letters !== null && letters.laidOver.length > 0;
    const cutFaces = isChanged || hasWords ? null : await usable(this.compositor.countCutFaces(image));
    const reason = isChanged ? 'product' : hasWords ? 'letters' : cutFaces ? 'faces' : null;
    const check: ImageCheck = {
      attempt,
      used: reason === null,
      reason,
      letters: letters && [...letters.laidOver, ...letters.ofThings],
      cutFaces,
      product: settled?.state ?? null,
      likeness: settled?.likeness ?? null,
    };
    const checked = reason === null && { image: settled?.image ?? image, subject: settled?.box ?? null };
    return { check, checked };
  }

  /** Null if nothing can read them; then the image is used, and its check says so. */
  private async lettersIn(image: Buffer, own: Box | null) {
    try {
      return await usable(this.compositor.letters(image, own));
    } catch (error) {
      if (!(error instanceof PoolError)) throw error;
      this.logger.error({ err: error }, "a provider's image was not read");
      return null;
    }
  }
}

const stageOf = (product: StagedProduct | undefined): Pick<ImageOrder, 'stage'> =>
  product ? { stage: product.stage } : {};

/** A provider's file that can't be decoded is a bad answer. */
async function usable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof CompositionError ? uselessAnswer() : error;
  }
}

const LONGEST_QUOTE = 60;

function rejected(checks: readonly ImageCheck[]): DomainError {
  const words = checks.flatMap(({ reason, letters }) => (reason === 'letters' ? (letters ?? []) : [])).join(' ');
  const faults = [
    ...(words === '' ? [] : [`words stood in it ("${words.slice(0, LONGEST_QUOTE)}")`]),
    ...(checks.some(({ reason }) => reason === 'product') ? ['it changed the product'] : []),
    ...(checks.some(({ reason }) => reason === 'faces') ? ['its edge cut a face'] : []),
  ];
  const times = checks.some(({ attempt }) => attempt === 2) ? 'Two attempts' : 'An attempt';
  return new DomainError(
    502,
    'image_rejected',
    `${times} of the image provider gave no image that may be used: ${faults.join(', and ')}.`,
  );
}
