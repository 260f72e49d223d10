export interface Hook {
  readonly id: number;
  readonly scope: string;
  readonly destination: string;
  readonly headers: Readonly<Record<string, string>> | null;
  readonly is_active: boolean;
  readonly created_at: number;
  readonly updated_at: number;
}

export type HookInput = Partial<Record<'scope' | 'destination' | 'headers' | 'is_active', unknown>>;

/** The platform's answer instead of a hook. */
export interface HookProblem {
  readonly status: number;
  readonly title: string;
  readonly errors?: Readonly<Record<string, string>>;
}

/** All scopes of hooks. Their last words are in the past tense, or `*` for all scopes of a kind. */
const SCOPES = new Set([
  ...['created', 'updated', 'archived', 'statusUpdated', 'refund/created', '*'].map((end) => `store/order/${end}`),
  ...['created', 'updated', 'deleted', '*'].map((end) => `store/customer/${end}`),
  ...['created', 'updated', 'deleted', '*'].map((end) => `store/product/${end}`),
  ...['created', 'updated', 'deleted', '*'].map((end) => `store/subscriber/${end}`),
  'store/app/uninstalled',
  'store/information/updated',
  'store/hook/deliveryException',
]);
const MOST_OF_A_SCOPE = 10;
const HEADER_NAME = /^[A-Za-z0-9-]{1,64}$/;
const LONGEST_HEADER = 8 * 1024;

const input = (field: string, problem: string): HookProblem => ({
  status: 422,
  title: 'JSON data is missing or invalid',
  errors: { [field]: problem },
});

/** The hooks of one app in one store. */
export class HookRegistry {
  /** The blocked domains, as in /v3/hooks/admin. */
  readonly blockedDomains: string[] = [];
  private readonly hooks = new Map<number, Hook>();
  private lastId = 18_048_000;

  list(): readonly Hook[] {
    return [...this.hooks.values()];
  }

  get(id: number): Hook | undefined {
    return this.hooks.get(id);
  }

  /** The active hooks of a scope, those of all scopes of its kind included. */
  forScope(scope: string): readonly Hook[] {
    const all = scope.replace(/^(store\/[^/]+)\/.*$/, '$1/*');
    return this.list().filter((hook) => hook.is_active && (hook.scope === scope || hook.scope === all));
  }

  create(given: HookInput): Hook | HookProblem {
    const now = Math.floor(Date.now() / 1000);
    const fresh = { id: this.lastId + 1, headers: null, is_active: true, created_at: now, updated_at: now };
    const hook = { ...fresh, ...given } as Hook;
    const problem = this.problemOf(hook);
    if (problem) return problem;
    this.lastId += 1;
    this.hooks.set(hook.id, hook);
    return hook;
  }

  update(id: number, given: HookInput): Hook | HookProblem {
    const known = this.hooks.get(id);
    if (!known) return missing(id);
    const hook = { ...known, ...given, id, updated_at: Math.floor(Date.now() / 1000) } as Hook;
    const problem = this.problemOf(hook);
    if (problem) return problem;
    this.hooks.set(id, hook);
    return hook;
  }

  delete(id: number): Hook | HookProblem {
    const known = this.hooks.get(id);
    this.hooks.delete(id);
    return known ?? missing(id);
  }

  /** Deactivates a hook, as the platform does after the last retry. */
  deactivate(id: number): void {
    const known = this.hooks.get(id);
    if (known) this.hooks.set(id, { ...known, is_active: false });
  }

  clear(): void {
    this.hooks.clear();
  }

  private problemOf(hook: Hook): HookProblem | undefined {
    if (!SCOPES.has(hook.scope)) return { status: 400, title: 'Input is invalid.' };
    if (!isDestination(hook.destination)) return input('destination', 'must be https on port 443');
    if (!areHeaders(hook.headers)) return input('headers', 'must be strings');
    const others = this.list().filter(({ id, scope }) => id !== hook.id && scope === hook.scope);
    if (others.some(({ destination }) => destination === hook.destination)) return input('destination', 'not unique');
    return others.length >= MOST_OF_A_SCOPE ? input('scope', 'too many hooks') : undefined;
  }
}

const missing = (id: number): HookProblem => ({ status: 404, title: `Webhook with id ${id} not found` });

export const isHookProblem = (result: Hook | HookProblem): result is HookProblem => 'title' in result;

/** Accepts loopback addresses, so that tests need no certificate. */
function isDestination(destination: unknown): boolean {
  if (typeof destination !== 'string' || !URL.canParse(destination)) return false;
  const { protocol, port, hostname } = new URL(destination);
  return (protocol === 'https:' && port === '') || (protocol === 'http:' && hostname === '127.0.0.1');
}

function areHeaders(headers: unknown): boolean {
  if (headers === null) return true;
  if (typeof headers !== 'object' || Array.isArray(headers)) return false;
  return Object.entries(headers).every(
    ([name, value]) => HEADER_NAME.test(name) && typeof value === 'string' && value.length <= LONGEST_HEADER,
  );
}
