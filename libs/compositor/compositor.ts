import { threadFile, type ThrownInThread, WorkerPool } from '#libs/worker-pool';
import { CompositionError, type CompositionErrorCode } from './composition-error.js';
import { IN_TIME, ModelThread } from './models/model-thread.js';
import type { CutoutModel } from './models/segment.js';
import type { ProductCut } from './product/cut-by-mask.js';
import { judgeLetters, type Letters } from './review/letters.js';
import type { Box } from './types.js';

type Drawing = typeof import('./drawing.js');
type Countdown = typeof import('./countdown.js');
type InThread<F> = F extends (...args: infer Args) => infer Result
  ? (...args: Args) => Promise<Awaited<Result>>
  : never;

export interface CompositorOptions {
  /** Images that are drawn at the same time. */
  readonly threads: number;
}

/** The largest set of four variants takes a tenth of this time on one core, so a longer task hangs. */
const TIMEOUT_MS = 180_000;
/** Limited, because waiting tasks keep their input in memory. A refused task is retried by its job. */
const MAX_WAITING = 500;
/**
 * The heap has code, layouts and coverage tables of fonts, less than 100 MiB. The pixels are outside of it, and V8
 * collects all garbage each time that they grow by a share of this limit: with 256, during two of three drawings.
 */
const HEAP_MIB = 512;
/**
 * The threads share the cores with the answers to webhooks. At 5, answers get three times as much time as the threads.
 * At 10 they would get nine times as much and at 19 seventy times: then a busy machine would hardly draw.
 */
const NICENESS = 5;

/**
 * Draws and decodes images in worker threads: a banner of 2400 x 1600 would block the event loop, and with it the
 * answers to webhooks, for half a second. Threads start with the first image and stay, so that each loads a font once.
 * A process that draws nothing starts no thread and loads no drawing library.
 *
 * @throws CompositionError as the functions in `drawing.ts`; PoolError if a thread is lost or takes too long
 */
export class Compositor {
  readonly composeBanner = this.inThread('composeBanner');
  readonly composeBanners = this.inThread('composeBanners');
  readonly composeHero = this.inThread('composeHero');
  readonly composeGrid = this.inThread('composeGrid');
  readonly composePersonal = this.inThread('composePersonal');
  readonly preparePersonal = this.inThread('preparePersonal');
  readonly countCutFaces = this.inThread('countCutFaces');
  readonly drawLocalArt = this.inThread('drawLocalArt');
  readonly encodeImage = this.inThread('encodeImage');
  readonly readLogo = this.inThread('readLogo');
  readonly salientBox = this.inThread('salientBox');
  readonly settleProduct = this.inThread('settleProduct');
  readonly stageProduct = this.inThread('stageProduct');
  private readonly pool: WorkerPool<Drawing>;
  /** Countdowns are made while a mail program waits, so they don't queue behind drawings. */
  private readonly countdowns = new WorkerPool<Countdown>({
    name: 'countdown',
    file: threadFile('libs/compositor/countdown'),
    threads: 1,
    maxWaiting: 100,
    resourceLimits: { maxOldGenerationSizeMb: 64 },
    niceness: NICENESS,
  });
  private readonly models = new ModelThread(reviveCompositionError);

  constructor({ threads }: CompositorOptions) {
    this.pool = new WorkerPool<Drawing>({
      name: 'compositor',
      file: threadFile('libs/compositor/drawing'),
      threads,
      maxWaiting: MAX_WAITING,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
      niceness: NICENESS,
      revive: reviveCompositionError,
    });
  }

  /** Threads that are alive. */
  get threads(): number {
    return this.pool.size;
  }

  /**
   * The letters in an image; null if the optional package that reads them is not installed. Letters within `own`, the
   * place of a product in fractions of the image, belong to the product.
   */
  async letters(bytes: Uint8Array, own: Box | null = null): Promise<Letters | null> {
    const lines = await this.models.run((pool) => pool.run('readLines', [bytes, own], IN_TIME));
    return lines && judgeLetters(lines, own);
  }

  /** The lines of Latin letters and digits in an image, as they are read; null without the optional package. */
  async lines(bytes: Uint8Array): Promise<readonly string[] | null> {
    const lines = await this.models.run((pool) => pool.run('readLines', [bytes, null], IN_TIME));
    return lines && lines.map(({ text }) => text);
  }

  /**
   * A model's mask of a product that can't be cut out without one; null for other products.
   * @throws Error the optional package or the weights are missing, or the model has another form
   */
  cut(bytes: Uint8Array, model: CutoutModel): Promise<ProductCut | null> {
    return this.models.run((pool) => pool.run('segmentProduct', [bytes, model], IN_TIME));
  }

  /**
   * The GIF of a composed countdown as it is seen from `now` on, in milliseconds since 1970, and whether it still runs.
   * @throws PoolError if too many wait
   */
  countdownGif(file: Uint8Array, now: number): Promise<{ readonly bytes: Uint8Array; readonly runs: boolean }> {
    return this.countdowns.run('countdownGif', [file, now], { timeoutMs: 10_000 });
  }

  /** Ends the threads. Unfinished drawings fail. */
  async close(): Promise<void> {
    await Promise.all([this.pool.close(), this.countdowns.close(), this.models.close()]);
  }

  private inThread<Name extends keyof Drawing>(name: Name): InThread<Drawing[Name]> {
    return ((...args: never[]) => this.pool.run(name, args, { timeoutMs: TIMEOUT_MS })) as InThread<Drawing[Name]>;
  }
}

function reviveCompositionError({ name, message, properties }: ThrownInThread): Error | undefined {
  if (name !== 'CompositionError') return undefined;
  const { code, place } = properties as { code: CompositionErrorCode; place: string | null };
  return new CompositionError(code, message, place);
}
