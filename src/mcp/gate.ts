import { ToolRefusal } from './refusal.js';

/** Every request that a tool may send. Nothing here approves, sends, pauses, resumes, cancels or deletes anything. */
export const ALLOWED: readonly string[] = [
  'GET /retailer/brands',
  'GET /retailer/segments',
  'GET /retailer/segments/{id}/explain',
  'POST /retailer/segments/preview',
  'GET /retailer/email-templates',
  'POST /retailer/email-templates/{id}/use',
  'GET /retailer/sequences/{id}',
  'GET /retailer/sequences/{id}/executions',
  'PUT /retailer/sequences/{id}',
  'POST /retailer/sequences/{id}/plan',
  'POST /retailer/image/generate',
  'POST /retailer/image/hero-generation',
  'POST /retailer/image/banner-generation',
  'POST /retailer/image/grid-generation',
  'GET /retailer/images/{id}',
];

/** An id that people choose: without an escaped character, because a slash could be one. */
const NAME = String.raw`[\w.~-]+`;
const UUID = '[0-9a-fA-F-]{36}';
/** Images and segments have UUIDs. A looser pattern would open `GET /retailer/images/costs` too. */
const patternOf = (route: string): RegExp =>
  new RegExp(`^${route.replace(/(images|segments)\/\{id\}/, `$1/${UUID}`).replace('{id}', NAME)}$`);
const PATTERNS = ALLOWED.map(patternOf);

/** `path` is the path of an address below the base of the service, as it is sent. */
export const isAllowed = (method: string, path: string): boolean =>
  PATTERNS.some((pattern) => pattern.test(`${method} ${path}`));

/**
 * A `fetch` that sends allowed requests only, whatever a tool does, and follows no redirect. A sequence is saved only
 * with the trigger `manual`, because another trigger starts it without anybody's approval.
 */
export const gatedFetch =
  (base: string) =>
  async (request: Request): Promise<Response> => {
    const { origin, pathname } = new URL(request.url);
    const root = new URL(base);
    const below = root.pathname.replace(/\/$/, '');
    const isOurs = origin === root.origin && pathname.startsWith(below);
    const isOpen = isOurs && isAllowed(request.method, pathname.slice(below.length));
    if (!isOpen || !(await isManual(request))) throw new ToolRefusal(`No tool may call ${request.method} ${pathname}`);
    return fetch(request, { redirect: 'error' });
  };

async function isManual(request: Request): Promise<boolean> {
  if (request.method !== 'PUT') return true;
  const body = (await request.clone().json()) as { readonly trigger?: unknown };
  return body.trigger === 'manual';
}
