import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type DomainError, unavailable } from '#libs/kernel';
import { PoolError, type PoolErrorCode, threadFile, WorkerPool } from '#libs/worker-pool';
import { EmailAssetsService } from './email-assets.service.js';
import type { EmailSource } from './email-source.dto.js';
import { imageIdOf } from './image-ref.js';
import type { CompileTasks } from './compile.thread.js';
import { COMPILE_MS } from './limits.js';
import type { MadeEmail } from './make-email.js';
import { describePart, newPartCell, partIn } from './parts.js';
import type { BrandProfile } from './scope.js';

const HEAP_MB = 192;

/**
 * Compiles sources in threads of their own, so that no source can block the process. The compilers are loaded in the
 * threads only.
 */
@Injectable()
export class TemplateCompilerService implements OnApplicationShutdown {
  private readonly pool = new WorkerPool<CompileTasks>({
    name: 'email templates',
    file: threadFile('src/email/templates/compile'),
    threads: 2,
    maxWaiting: 100,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });

  constructor(private readonly assets: EmailAssetsService) {}

  onApplicationShutdown(): Promise<void> {
    return this.pool.close();
  }

  /** A source that takes too much time or memory is reported as a mistake. 503 if too many sources wait. */
  async compile(
    retailerId: string,
    brandId: string,
    source: EmailSource,
    { brand, language }: { readonly brand: BrandProfile; readonly language?: string | undefined },
  ): Promise<MadeEmail> {
    const { hero, banner, grid } = source.images ?? {};
    const ids = [hero, banner, grid].flatMap((ref) => (ref === undefined ? [] : imageIdOf(ref)));
    const found = await this.assets.images(retailerId, brandId, ids);
    const look = { ...(await this.assets.look(retailerId, brandId)), ...(language === undefined ? {} : { language }) };
    const cell = newPartCell();
    try {
      return await this.pool.run('compile', [source, found, { look, brand }, cell], { timeoutMs: COMPILE_MS });
    } catch (error) {
      const code = error instanceof PoolError ? error.code : undefined;
      if (code === 'pool_full') throw busy();
      const excess = EXCESSES.get(code);
      if (excess === undefined) throw error;
      const { pointer, what } = describePart(partIn(cell), source);
      return { errors: [{ pointer, detail: `${excess}; it was stopped at ${what}` }] };
    }
  }
}

const EXCESSES: ReadonlyMap<PoolErrorCode | undefined, string> = new Map([
  ['task_timeout', `takes longer than ${COMPILE_MS / 1_000} seconds`],
  ['thread_out_of_memory', `takes more than ${HEAP_MB} MB of memory`],
]);

const busy = (): DomainError =>
  unavailable('templates_busy', 'Too many emails are being compiled; nothing was changed, try again.', 5);
