import type { Answer, TestApp } from './test-app.js';

/** A complete problem document. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly requestId: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}

export interface Page<T> {
  readonly items: T[];
  readonly nextCursor: string | null;
}

export interface Segment {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly outcome: string;
  readonly memberCount: number | null;
  readonly version: number;
  readonly entered: number;
  readonly left: number;
}

interface Upserted {
  readonly brandId: string;
  readonly dryRun: boolean;
  readonly segments: Segment[];
}

/** An id that no record has. */
export const NOBODY = '11111111-1111-4111-8111-111111111111';
export const ISO_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

export const pointersOf = ({ body }: Answer<Problem>): string[] => (body.errors ?? []).map(({ pointer }) => pointer);
export const keysOf = (value: object | undefined): string[] => Object.keys(value ?? {}).toSorted();

/** A client of the admin API. */
export class AdminClient {
  constructor(private readonly app: TestApp) {}

  get<T>(path: string): Promise<Answer<T>> {
    return this.app.admin<T>('GET', path);
  }

  upsert(body: unknown, headers: Record<string, string> = {}): Promise<Answer<Upserted & Problem>> {
    return this.app.admin('POST', '/admin/segments/upsert', body, headers);
  }

  /** Sends a request that a client library would refuse to send. */
  async raw(method: string, path: string, init: RequestInit = {}): Promise<Answer<Problem>> {
    const headers = { authorization: `Bearer ${this.app.adminToken()}`, ...(init.headers as Record<string, string>) };
    const answer = await fetch(`${this.app.url}${path}`, { ...init, method, headers });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: (text ? JSON.parse(text) : undefined) as Problem };
  }
}
