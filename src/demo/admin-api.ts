interface Retailer {
  readonly status: 'installed' | 'uninstalled' | 'needs_reauth';
  readonly id: string;
  readonly externalId: string;
  readonly name: string;
  readonly brands: readonly { readonly id: string; readonly name: string }[];
  readonly installedAt: string;
  readonly webhooks: { readonly registered: readonly string[]; readonly problems: readonly string[] };
}

/** The body of a live run. A played store has a domain without DNS records, and its emails stay on this machine. */
export const LIVE_RUN = { force: true } as const;

export interface Segment {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly memberCount: number | null;
}

export interface Member {
  readonly externalId: string;
  readonly enteredAt: string;
}

interface Queues {
  readonly queues: readonly { readonly waiting: number; readonly active: number; readonly delayed: number }[];
  readonly inbox: { readonly pending: number; readonly failed: number };
}

interface List<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

/** An answer that is not 2xx. */
export class CallRefused extends Error {
  constructor(
    call: string,
    status: number,
    private readonly text: string,
  ) {
    super(`${call} answered ${status}: ${text}`);
  }

  /** The fields of the problem document. */
  get problem(): Readonly<Record<string, unknown>> {
    return JSON.parse(this.text) as Record<string, unknown>;
  }
}

/** The routes of the admin API that the demo calls, over HTTP like any client. */
export class AdminApi {
  constructor(
    readonly url: string,
    readonly token: string,
  ) {}

  async retailer(store: string, platform = 'platform-a'): Promise<Retailer | undefined> {
    const list = await this.call<List<Retailer>>('GET', `/admin/retailers?platform=${platform}&externalId=${store}`);
    return list.items[0];
  }

  async upsertSegments(brandId: string, segments: readonly { name: string; criteria: object }[]): Promise<void> {
    await this.call('POST', '/admin/segments/upsert', { brandId, segments });
  }

  async segments(brandId: string): Promise<readonly Segment[]> {
    return (await this.call<List<Segment>>('GET', `/admin/segments?brandId=${brandId}&limit=200`)).items;
  }

  async members(segmentId: string): Promise<Member[]> {
    const members: Member[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor ? `&cursor=${cursor}` : '';
      const page: List<Member> = await this.call('GET', `/admin/segments/${segmentId}/members?limit=200${query}`);
      members.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor);
    return members;
  }

  async isIdle(): Promise<boolean> {
    const { queues, inbox } = await this.call<Queues>('GET', '/admin/queues');
    return inbox.pending === 0 && queues.every(({ waiting, active, delayed }) => waiting + active + delayed === 0);
  }

  async inbox(): Promise<Queues['inbox']> {
    return (await this.call<Queues>('GET', '/admin/queues')).inbox;
  }

  /** A counter of /metrics: the sum of all series with these labels. */
  async metric(name: string, labels = ''): Promise<number> {
    const text = await (await fetch(`${this.url}/metrics`)).text();
    const lines = text.split('\n').filter((line) => line.startsWith(name) && line.includes(labels));
    return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  }

  /** Calls any route of the service. Throws if the answer is not 2xx. */
  async call<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await fetch(`${this.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new CallRefused(`${method} ${path}`, answer.status, await answer.text());
    return (await answer.json()) as T;
  }
}

/** Polls until the condition holds. */
export async function until(what: string, condition: () => Promise<boolean>, timeoutMs = 60_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`${what}: not within ${timeoutMs / 1_000} s`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
