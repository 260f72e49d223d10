import { Injectable } from '@nestjs/common';
import { type AddressGuard, OutboundHttp } from '#libs/outbound-http';
import { PlatformAError, shopBaseUrl } from '#libs/platform-a-client';
import { Runtime } from '../../config/runtime.js';
import { bulkFileGuard } from './bulk-host.js';

const IDLE_MS = 30_000;
/** Signed addresses end after a week; storages then answer with one of these. */
const EXPIRED = new Set([400, 401, 403, 404, 410, 416]);

/** Reads result files of bulk operations. */
@Injectable()
export class PlatformABulkFilesService {
  constructor(
    private readonly runtime: Runtime,
    private readonly http: OutboundHttp,
  ) {}

  /**
   * The bytes of the file from `at` on; `expired` where the address no longer works.
   * @throws {PlatformAError} for a host that is not allowed, and for a storage that is down
   */
  async open(url: string, shop: string, at: number): Promise<AsyncIterable<Buffer> | 'expired'> {
    const guard = this.guardOf(url, shop);
    const headers: Record<string, string> = at > 0 ? { range: `bytes=${at}-` } : {};
    const { status, body } = await this.http.download({ url, headers, idleMs: IDLE_MS, guard });
    if (status === 206) return body;
    // A storage that knows no ranges sends the file from its beginning.
    if (status === 200) return at > 0 ? skip(body, at) : body;
    for await (const _rest of body) break;
    if (EXPIRED.has(status)) return 'expired';
    throw new PlatformAError('unavailable', `the storage of platform A answered ${status}`, { status });
  }

  private guardOf(url: string, shop: string): AddressGuard {
    const { production } = this.runtime.config;
    const { bulkHosts, shopBaseUrl: template } = this.runtime.platformA();
    const guard = bulkFileGuard(url, { production, bulkHosts, storeUrl: shopBaseUrl(template, shop) });
    if (guard) return guard;
    const where = URL.canParse(url) ? new URL(url).host : 'an address that is not a URL';
    const message = `the result of the bulk operation is at ${where}, which PLATFORM_A_BULK_HOSTS does not name`;
    throw new PlatformAError('bad_answer', message, { code: 'bulk_host' });
  }
}

async function* skip(body: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes;
  for await (const piece of body) {
    if (piece.length > left) yield piece.subarray(left);
    left = Math.max(0, left - piece.length);
  }
}
