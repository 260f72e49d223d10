import { signToken } from '../../src/auth/sign-token.js';
import type { ImageAnswer } from '../../src/image-generation/requests/image-answers.dto.js';
import type { Answer, TestApp } from './test-app.js';

/** A problem of the API, or of a job. */
export interface ProblemBody {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}

export type ImageBody = ImageAnswer & Omit<ProblemBody, 'status'>;

/** A client of module R for one retailer. */
export class ModuleClient {
  constructor(
    private readonly app: TestApp,
    private readonly retailerId: string,
  ) {}

  get token(): string {
    return signToken('module', { sub: this.retailerId }, this.app.service.runtime.config.tokenSecrets.module, 600);
  }

  async call<T = ImageBody>(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const answer = await fetch(`${this.app.url}/module-r/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as T };
  }

  /** Requests an image and waits for it. */
  make(path: string, body: object): Promise<Answer<ImageBody>> {
    return this.call('POST', `image/${path}`, body, { prefer: 'wait=30' });
  }

  get<T = ImageBody>(path: string): Promise<Answer<T>> {
    return this.call<T>('GET', path);
  }
}
