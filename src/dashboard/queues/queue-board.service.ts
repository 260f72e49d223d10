import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { notFound, redactText } from '#libs/kernel';
import { JOB_QUEUES, type JobQueues } from '#libs/queue';
import { QueueDepthsService } from '../../operations/queue-depths.service.js';
import { StudioFilesService } from '../studio-files.service.js';
import { boardPage } from './board-page.js';
import { ReadRoutes } from './read-routes.js';

const UI = dirname(createRequire(import.meta.url).resolve('@bull-board/ui/package.json'));
const STATIC = join(UI, 'dist/static');

interface Board {
  readonly routes: ReadRoutes;
  readonly page: string;
}

/** Bull Board over all queues. Only its reading routes exist here, and its queues refuse every change as well. */
@Injectable()
export class QueueBoardService {
  private readonly files = new Set(readdirSync(STATIC, { recursive: true, encoding: 'utf8' }));
  private opened: Promise<Board> | undefined;

  constructor(
    @Inject(JOB_QUEUES) private readonly queues: JobQueues,
    private readonly depths: QueueDepthsService,
    private readonly studio: StudioFilesService,
  ) {}

  async page(): Promise<string> {
    const { page } = await this.board();
    return page;
  }

  /** What a route of the board answers. Jobs hold ids only; the text of an error may quote more, so it is redacted. */
  async read(
    path: string,
    query: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly status: number; readonly body: unknown }> {
    await this.depths.ping();
    const { routes } = await this.board();
    const { status = 200, body } = await routes.run(path, query);
    return { status, body: withoutSecrets(body) };
  }

  async file(name: string): Promise<Buffer> {
    if (!this.files.has(name)) throw notFound('file');
    return readFile(join(STATIC, name));
  }

  private board(): Promise<Board> {
    return (this.opened ??= this.open());
  }

  /** Loads Bull Board. Few processes ever show it, and loading takes a part of every start. */
  private async open(): Promise<Board> {
    const [{ createBullBoard }, { BullAdapter }] = await Promise.all([
      import('@bull-board/api'),
      import('@bull-board/api/bullAdapter'),
    ]);
    const queues = [...this.queues.values()];
    const routes = new ReadRoutes();
    createBullBoard({
      queues: queues.map((queue) => new BullAdapter(queue, { readOnlyMode: true, allowRetries: false })),
      serverAdapter: routes,
      options: {
        uiBasePath: UI,
        // A count of the workers of each queue would list all connections of Redis each time.
        uiConfig: { boardTitle: 'Rekindle queues', showWorkers: false },
      },
    });
    return { routes, page: boardPage(join(UI, 'dist/index.ejs'), routes.uiConfig, this.studio.board) };
  }
}

function withoutSecrets(value: unknown): unknown {
  if (typeof value === 'string') return redactText(value);
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutSecrets(each)]));
}
