import { threadFile, type ThrownInThread, WorkerPool } from '#libs/worker-pool';
import { CompositionError, type CompositionErrorCode } from './composition-error.js';

type Drawing = typeof import('./drawing.js');
type InThread<F> = F extends (...args: infer Args) => infer Result
  ? (...args: Args) => Promise<Awaited<Result>>
  : never;

export interface CompositorOptions {
  /** Images that are drawn at the same time. */
  readonly threads: number;
}

/** The largest set of four variants takes a tenth of it on one core; what takes longer hangs. */
const TIMEOUT_MS = 180_000;
/** Tasks that wait hold their input; what is refused is asked for again. */
const MAX_WAITING = 500;
/** Pixels lie outside the heap: the heap holds code, layouts and coverage tables of fonts. */
const HEAP_MIB = 256;
/**
 * Webhook answers share the cores with the threads: where both want one, answers get three times as much. With much more
 * (10 gives nine times, 19 seventy) a busy machine would not draw at all.
 */
const NICENESS = 5;

/**
 * Everything that draws or unpacks pixels, in worker threads: a banner of 2400 x 1600 would hold up the event loop, and
 * with it the answers to webhooks, for half a second. Threads start with the first image and stay; fonts are then loaded
 * once in each. A process that draws nothing has no thread and loads no library for it.
 *
 * @throws CompositionError as the functions in `drawing.ts`; PoolError where a thread is lost or takes too long
 */
export class Compositor {
  readonly composeBanner = this.inThread('composeBanner');
  readonly composeHero = this.inThread('composeHero');
  readonly cutCellImage = this.inThread('cutCellImage');
  readonly drawLocalArt = this.inThread('drawLocalArt');
  readonly encodeImage = this.inThread('encodeImage');
  readonly renderGridImage = this.inThread('renderGridImage');
  readonly salientBox = this.inThread('salientBox');
  private readonly pool: WorkerPool<Drawing>;

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

  /** Ends the threads; what they were drawing fails. */
  close(): Promise<void> {
    return this.pool.close();
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
