import { signToken } from '../../src/auth/sign-token.js';
import type { TestApp } from './test-app.js';

export interface SeenImport {
  readonly id: string;
  readonly state: string;
  readonly dryRun: boolean;
  readonly undoable: boolean;
  readonly progress: { readonly bytes: number; readonly lines: number };
  readonly preview: {
    readonly columns: readonly string[];
    readonly rows: readonly (readonly string[])[];
    readonly mapping: Readonly<Record<string, string | null>>;
    readonly refused: readonly { readonly reasonParts: { readonly code: string } | null }[];
  } | null;
  readonly mapping: Readonly<Record<string, string | null>>;
  readonly refusals: readonly object[];
  readonly counts: Readonly<Record<'lines' | 'accepted' | 'refused' | 'created' | 'updated' | 'unchanged', number>>;
  readonly problem: string | null;
  readonly code?: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}

interface Given {
  readonly kind?: string;
  readonly source?: string;
  readonly format?: string;
  readonly mapping?: object;
}

/** The routes of imports of one retailer, as an admin calls them. */
export class ImportClient {
  constructor(
    private readonly app: TestApp,
    readonly retailerId: string,
    private readonly as: { readonly path: string; readonly token: string } = {
      path: `/admin/retailers/${retailerId}/imports`,
      token: app.adminToken(),
    },
  ) {}

  /** The same as the owner or a member of the store. */
  asUser(role: 'owner' | 'member'): ImportClient {
    const claims = { sub: '77', retailerId: this.retailerId, role };
    const token = signToken('retailer', claims, this.app.service.runtime.config.tokenSecrets.retailer, 600);
    return new ImportClient(this.app, this.retailerId, { path: '/retailer/imports', token });
  }

  async call(method: string, path = '', init: RequestInit = {}) {
    const headers = { authorization: `Bearer ${this.as.token}`, ...(init.headers as Record<string, string>) };
    const answer = await fetch(`${this.app.url}${this.as.path}${path}`, { ...init, method, headers });
    const text = await answer.text();
    const isJson = (answer.headers.get('content-type') ?? '').includes('json');
    return { status: answer.status, text, body: (isJson ? JSON.parse(text) : {}) as SeenImport };
  }

  create({ kind = 'orders', source = 'till', format = 'csv', ...more }: Given = {}) {
    return this.post('', { kind, source, format, ...more });
  }

  send(id: string, file: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
    return this.call('PUT', `/${id}/file`, { body: file, headers: { 'content-type': 'text/csv', ...headers } });
  }

  /** Waits for the end of the run. */
  start(id: string, body: object = {}) {
    return this.post(`/${id}/start`, body, { prefer: 'wait=25' });
  }

  undo(id: string) {
    return this.post(`/${id}/undo`, {}, { prefer: 'wait=25' });
  }

  async see(id: string): Promise<SeenImport> {
    return (await this.call('GET', `/${id}`)).body;
  }

  /** Creates, sends and starts. */
  async import(file: string, given: Given = {}, body: object = {}): Promise<SeenImport> {
    const { id } = (await this.create(given)).body;
    const type = given.format === 'jsonl' ? 'application/x-ndjson' : 'text/csv';
    await this.send(id, file, { 'content-type': type });
    return (await this.start(id, body)).body;
  }

  private post(path: string, body: object, headers: Record<string, string> = {}) {
    const all = { 'content-type': 'application/json', ...headers };
    return this.call('POST', path, { body: JSON.stringify(body), headers: all });
  }
}
