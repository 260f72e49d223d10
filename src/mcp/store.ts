import { type ApiClient, type components, createApiClient } from '#libs/client';
import { isUuid } from '#libs/kernel';
import { gatedFetch } from './gate.js';
import { ToolRefusal, refusalOf, unreachable } from './refusal.js';
import type { McpSettings } from './settings.js';

export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];
type Sent<T> = Promise<{ data?: T; error?: unknown; response: Response }>;
interface Listed<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

/** The store of the token. Ids of other stores are unknown here, because the service says so. */
export class Store {
  readonly api: ApiClient;

  constructor(private readonly settings: McpSettings) {
    const headers = { authorization: `Bearer ${settings.token}` };
    this.api = createApiClient({ baseUrl: settings.url, fetch: gatedFetch(settings.url), headers });
  }

  /** The data of an answer. Throws a `ToolRefusal` for every other answer, and where nothing answers. */
  async ask<T>(sent: Sent<T>): Promise<T> {
    const { data, error, response } = await sent.catch((reason: unknown) => {
      throw reason instanceof TypeError ? unreachable(this.settings.url) : reason;
    });
    if (!response.ok) throw refusalOf(response, error);
    return data as T;
  }

  /** All pages of a list. */
  async *all<T>(page: (cursor: string | undefined) => Sent<Listed<T>>): AsyncGenerator<T> {
    for (let cursor: string | undefined; ;) {
      const { items, nextCursor } = await this.ask(page(cursor));
      yield* items;
      if (nextCursor === null) return;
      cursor = nextCursor;
    }
  }

  /** The given brand, or the only one. Refuses to choose among several. */
  async brandId(given: unknown): Promise<string> {
    if (given !== undefined) return text(given, 'brandId');
    const { items } = await this.ask(this.api.GET('/retailer/brands'));
    const [brand, ...others] = items;
    if (brand && others.length === 0) return brand.id;
    throw new ToolRefusal(`The store has several brands. Give brandId, one of ${namesOf(items)}.`);
  }

  /** The id of a segment by its id, or by its name in the brand, now or formerly. */
  async segmentId(given: unknown, brand: unknown): Promise<string> {
    const wanted = text(given, 'segment');
    if (isUuid(wanted)) return wanted;
    const brandId = await this.brandId(brand);
    const known: { id: string; name: string }[] = [];
    const pages = this.all((cursor) => this.api.GET('/retailer/segments', { params: { query: { brandId, cursor } } }));
    for await (const { id, name, formerNames } of pages) {
      if (name === wanted || formerNames.includes(wanted)) return id;
      known.push({ id, name });
    }
    throw new ToolRefusal(`The brand has no segment ${JSON.stringify(wanted)}. Give one of ${namesOf(known)}.`);
  }

  /** The address of a page of the studio. */
  page(...parts: readonly string[]): string {
    return [this.settings.url, 'dashboard', ...parts.map(encodeURIComponent)].join('/');
  }
}

/** A text of the arguments. */
export function text(value: unknown, name: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new ToolRefusal(`${name} is missing: give a text.`);
}

const namesOf = (items: readonly { readonly id: string; readonly name: string }[]): string =>
  items.map(({ id, name }) => `${JSON.stringify(name)} (${id})`).join(', ') || 'none: there is none yet';
