import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Database } from '#libs/database';
import { DomainError, malformed } from '#libs/kernel';
import { Runtime } from '../config/runtime.js';
import type { Retailer } from '../retailers/retailer.entity.js';
import { RetailersService } from '../retailers/retailers.service.js';
import type { ExportKind, ExportTable } from './export-table.js';
import { ENCODINGS, type ExportFormat } from './formats/formats.js';
import { PeopleTablesService } from './people-tables.service.js';
import { SequenceTablesService } from './sequence-tables.service.js';

/** An export holds a connection and keeps Postgres from cleaning up, so a reader must go on reading. */
const STALLED_MS = 60_000;
const LONGEST_MS = 60 * 60_000;
const MOST_OF_RETAILER = 2;
/** The part of the connections of a process that exports may hold. */
const SHARE_OF_POOL = 0.3;

export interface WantedExport {
  readonly kind: ExportKind;
  readonly format: ExportFormat;
  readonly segmentId?: string | undefined;
}

export interface OpenedExport {
  readonly stream: Readable;
  /** Equal tags mean equal bytes; null for results, which also change with time. */
  readonly tag: string | null;
}

/** Streams tables of a retailer, each from one state of the database. */
@Injectable()
export class ExportsService implements OnModuleDestroy {
  private readonly open = new Map<AbortController, string>();
  private readonly most: number;

  constructor(
    private readonly database: Database,
    private readonly retailers: RetailersService,
    private readonly people: PeopleTablesService,
    private readonly sequences: SequenceTablesService,
    { config }: Runtime,
  ) {
    this.most = Math.max(1, Math.floor(config.databasePoolSize * SHARE_OF_POOL));
  }

  /** Open exports would keep the process from stopping. */
  onModuleDestroy(): void {
    for (const stream of this.open.keys()) stream.abort();
  }

  /** Throws 404 for an unknown retailer or segment, and 429 above the limits. */
  async start(given: string, wanted: WantedExport): Promise<OpenedExport> {
    const store = await this.retailers.get(given);
    const table = await this.tableOf(store, wanted);
    const running = this.enter(store.id);
    const chunks = this.database.snapshot(store.id, async function* (state) {
      yield Buffer.from(state.name);
      yield* ENCODINGS[wanted.format].encode(table, table.slices(state));
    });
    try {
      const { value: name } = await chunks.next();
      const stream = Readable.from(watched(chunks, running.stop), { objectMode: false });
      // A stream that nobody has read yet does not end the generator by itself, and its connection would stay taken.
      stream.once('close', () => void chunks.return(undefined).catch(ignored).finally(running.leave));
      running.stop.signal.addEventListener('abort', () => stream.destroy(new Error('The export was stopped')));
      return { stream, tag: wanted.kind === 'results' ? null : tagOf(store.id, wanted, String(name)) };
    } catch (error) {
      running.leave();
      throw error;
    }
  }

  private enter(retailerId: string): { readonly stop: AbortController; readonly leave: () => void } {
    const ofRetailer = [...this.open.values()].filter((each) => each === retailerId).length;
    if (this.open.size >= this.most || ofRetailer >= MOST_OF_RETAILER) throw tooMany();
    const controller = new AbortController();
    this.open.set(controller, retailerId);
    const late = setTimeout(() => controller.abort(), LONGEST_MS);
    const leave = (): void => {
      clearTimeout(late);
      this.open.delete(controller);
    };
    return { stop: controller, leave };
  }

  private async tableOf(store: Retailer, { kind, segmentId }: WantedExport): Promise<ExportTable> {
    if ((kind === 'members') !== (segmentId !== undefined)) {
      const detail = kind === 'members' ? 'must name the segment' : 'is for the export of members only';
      throw malformed('malformed_query', `segmentId ${detail}.`, [{ pointer: '/segmentId', detail }]);
    }
    switch (kind) {
      case 'customers':
        return this.people.customers(store);
      case 'orders':
        return this.people.orders(store);
      case 'members':
        return this.people.members(store, segmentId ?? '');
      case 'executions':
        return this.sequences.executions(store.id);
      case 'results':
        return this.sequences.resultsOf(store.id);
    }
  }
}

/** The chunks, until the reader leaves one unread for too long or the export is stopped. */
async function* watched(chunks: AsyncGenerator<Buffer>, stop: AbortController): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    const stalled = setTimeout(() => stop.abort(), STALLED_MS);
    try {
      yield chunk;
    } finally {
      clearTimeout(stalled);
    }
  }
}

const tagOf = (retailerId: string, { kind, format, segmentId = '' }: WantedExport, state: string): string =>
  `"${createHash('sha256').update([retailerId, kind, format, segmentId, state].join('\n')).digest('base64url')}"`;

/** The reader is gone, so an error of the end has nobody to go to. */
const ignored = (): void => undefined;

const tooMany = (): DomainError =>
  new DomainError(429, 'too_many_requests', 'Too many exports are running.', { headers: { 'retry-after': '30' } });
