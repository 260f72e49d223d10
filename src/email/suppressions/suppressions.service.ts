import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { waitUntil } from '#libs/durable-work';
import { invalidInput, notFound, type Page, pageOf, readCursor } from '#libs/kernel';
import { csvLine } from '#libs/text-files';
import { RetailersService } from '../../retailers/retailers.service.js';
import { SuppressionRepository, type SuppressionView } from '../consent/suppression.repository.js';
import { isAddress } from './import-lines.js';
import { knownReason } from './reasons.js';
import type { SuppressionImport } from './suppression-import.entity.js';
import { SuppressionImportsRepository } from './suppression-imports.repository.js';
import { suppressionRefusalCode } from './suppression-problems.js';

const ROWS_AT_ONCE = 5_000;
const CHECK_AGAIN_MS = 100;
const isHash = (key: string): boolean => /^[0-9a-f]{64}$/.test(key);

/** The suppressions of a retailer, for admins: list, export, add and remove, and the progress of imports. */
@Injectable()
export class SuppressionsService {
  constructor(
    private readonly database: Database,
    private readonly retailers: RetailersService,
    private readonly suppressions: SuppressionRepository,
    private readonly imports: SuppressionImportsRepository,
  ) {}

  async list(given: string, limit: number, cursor?: string): Promise<Page<SuppressionView>> {
    const { id } = await this.retailers.get(given);
    const [after] = readCursor(cursor, [isHash]) ?? [];
    const rows = await this.suppressions.list(this.database.of(id), id, limit + 1, after);
    const page = pageOf(rows, limit, ({ addressHash }) => [addressHash]);
    return { ...page, items: page.items.map(viewOf) };
  }

  /** All suppressions as lines of CSV, which an import takes again. */
  async csv(given: string): Promise<AsyncIterable<string>> {
    const { id } = await this.retailers.get(given);
    return this.lines(id);
  }

  /** The suppression of the address. A reason that the person can't take back stays. */
  async add(
    given: string,
    email: string,
    reason: string | undefined,
  ): Promise<{ isNew: boolean; suppression: SuppressionView }> {
    const { id } = await this.retailers.get(given);
    if (!isAddress(email)) throw invalidInput([{ pointer: '/email', detail: 'must be an email address' }]);
    return this.database.transaction(id, async (tx) => {
      const before = await this.suppressions.find(tx, id, email);
      await this.suppressions.suppressAll(tx, id, [{ email, reason: knownReason(reason ?? '', 'manual') }]);
      const after = await this.suppressions.find(tx, id, email);
      if (!after) throw new Error('a suppression was written and is not there');
      return { isNew: before === undefined, suppression: viewOf(after) };
    });
  }

  /** 404 if the address is not suppressed. */
  async remove(given: string, email: string): Promise<void> {
    const { id } = await this.retailers.get(given);
    if (!(await this.suppressions.remove(this.database.of(id), id, email))) throw notFound('suppression');
  }

  /** The import, or 404. Waits for its end for at most `waitSeconds`. */
  async import(given: string, importId: string, waitSeconds = 0): Promise<SuppressionImport> {
    const { id } = await this.retailers.get(given);
    const isOver = ({ state }: SuppressionImport): boolean => state === 'completed' || state === 'failed';
    const patience = { seconds: waitSeconds, everyMs: CHECK_AGAIN_MS };
    return waitUntil(() => this.imports.get(id, importId), isOver, patience);
  }

  async allImports(given: string, limit: number, cursor?: string): Promise<Page<SuppressionImport>> {
    const { id } = await this.retailers.get(given);
    return this.imports.list(id, limit, cursor);
  }

  /** The refused lines of an import as lines of CSV. */
  async refused(given: string, importId: string): Promise<AsyncIterable<string>> {
    return this.refusedLines(await this.import(given, importId));
  }

  private async *lines(retailerId: string): AsyncGenerator<string> {
    yield csvLine(['email', 'reason', 'createdAt']);
    let after: string | undefined;
    for (;;) {
      const rows = await this.suppressions.list(this.database.of(retailerId), retailerId, ROWS_AT_ONCE, after);
      const named = rows.flatMap(({ email, reason, createdAt }) =>
        email === null ? [] : [csvLine([email, reason, createdAt.toISOString()])],
      );
      if (named.length > 0) yield named.join('');
      if (rows.length < ROWS_AT_ONCE) return;
      after = rows.at(-1)?.addressHash;
    }
  }

  private async *refusedLines(found: SuppressionImport): AsyncGenerator<string> {
    yield csvLine(['line', 'reason', 'text', 'code']);
    let after = 0;
    for (;;) {
      const rows = await this.imports.refusals(found, after, ROWS_AT_ONCE);
      const lines = rows.map(({ line, reason, text }) =>
        csvLine([`${line}`, reason, text, suppressionRefusalCode(reason) ?? '']),
      );
      if (lines.length > 0) yield lines.join('');
      if (rows.length < ROWS_AT_ONCE) return;
      after = rows.at(-1)?.line ?? after;
    }
  }
}

const viewOf = ({ email, reason, createdAt }: SuppressionView): SuppressionView => ({ email, reason, createdAt });
