import { openAsBlob } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../support/api.js';
import type { Datastores } from '../support/datastores.js';
import { Service } from '../support/service.js';
import { RETAILER_ID } from '../support/tenant.js';

interface SeenImport {
  readonly id: string;
  readonly state: string;
  readonly counts: { readonly refused: number };
}

const IMPORTS = `/admin/retailers/${RETAILER_ID}/imports`;
const CHECK_AGAIN_MS = 100;

/** The same import by three requests to the built service, until the answer says that it is over. */
export async function importOverHttp(datastores: Datastores, databaseUrl: string, path: string): Promise<number> {
  const { dataDir, redisUrl } = datastores;
  const service = await Service.start({ role: 'all', dataDir, databaseUrl, redisUrl });
  const ask = <T = SeenImport>(method: string, at: string, body?: object): Promise<T> =>
    call<T>(service, 'admin', { method, path: `${IMPORTS}${at}`, ...(body ? { body } : {}) });
  try {
    const begun = performance.now();
    const { id } = await ask('POST', '', { kind: 'orders', source: 'till', format: 'csv' });
    await ask('PUT', `/${id}/file`, await openAsBlob(path, { type: 'text/csv' }));
    let seen = await ask('POST', `/${id}/start`, {});
    while (seen.state === 'running') {
      await sleep(CHECK_AGAIN_MS);
      seen = await ask('GET', `/${id}`);
    }
    const seconds = (performance.now() - begun) / 1_000;
    if (seen.state !== 'completed' || seen.counts.refused > 0) throw new Error(`the import is ${seen.state}`);
    return seconds;
  } finally {
    await service.stop();
  }
}
