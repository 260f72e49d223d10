import type { Problem, ProblemAnswer } from '#libs/kernel';
import { parseShopDomain } from '#libs/platform-a-client';
import { parseStoreContext } from '#libs/platform-b-client';
import type { FastifyRequest } from 'fastify';
import type { PlatformAConfig } from '../config/app-config.js';
import type { Runtime } from '../config/runtime.js';
import { preferredLanguage, textsIn } from './customer-texts.js';
import { errorText } from './error-texts.js';
import { html, type Html } from './html.js';
import { type Page, showPage, type ShownPage } from './page.js';
import { wantsPage } from './wants-page.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Pages of the route may be shown in a frame of a platform. */
    framed?: boolean;
  }
}

/** The page that shows a problem in a browser; undefined for programs, which get JSON. */
export function errorPage(
  { config, publicUrl }: Runtime,
  { problem, store }: Pick<ProblemAnswer, 'problem' | 'store'>,
  request: FastifyRequest,
): ShownPage | undefined {
  if (!wantsPage(request.headers.accept)) return undefined;
  const page = isForCustomers(request)
    ? customerPage(problem, request)
    : merchantPage(problem, store ?? namedStore(request, config.platformA), startOf(request, publicUrl));
  // A malformed address has no route.
  const isFramed = request.routeOptions?.config?.framed === true;
  return showPage(page, isFramed ? { frameAncestors: config.frameAncestors } : {});
}

/** By the path, because a truncated link has no route. */
const isForCustomers = ({ url }: FastifyRequest): boolean => /^\/(unsubscribe|c|e|o)(\/|$)/.test(url);

function customerPage(problem: Problem, { headers }: FastifyRequest): Page {
  const tag = preferredLanguage(headers['accept-language']);
  const { dir, troubleTitle, trouble, badLinkTitle, badLink } = textsIn(tag);
  const [title, text] = problem.status === 404 ? [badLinkTitle, badLink] : [troubleTitle, trouble];
  const content = html`<p>${text}</p>
    ${reference(problem.title, problem)}`;
  return { language: { tag, dir }, title, store: null, content };
}

function merchantPage(problem: Problem, store: string | null, start: string | null): Page {
  const { title, text, again } = errorText(problem.code, problem.status);
  const isAgain = again && store !== null && start !== null;
  const content = html`<p>${text}</p>
    ${isAgain ? html`<p><a class="button" href="${start}?shop=${encodeURIComponent(store)}">Start again</a></p>` : null}
    ${reference(problem.detail, problem)}`;
  return { title, store, content };
}

/** The details that support needs. */
const reference = (what: string, { code, requestId }: Problem): Html =>
  html`<p class="small" lang="en" dir="ltr">${what} (${code}, request ${requestId})</p>`;

/** The address for another install on platform A; null for platform B, whose installs start in its control panel. */
const startOf = ({ url }: FastifyRequest, publicUrl: string): string | null =>
  /^\/platform-a\/(auth|callback)\?/.test(url) ? `${publicUrl}/platform-a/auth` : null;

/** The store that the address names, if well-formed. Nothing is looked up, because the request is not authenticated. */
function namedStore({ url }: FastifyRequest, platformA: PlatformAConfig | undefined): string | null {
  const query = new URLSearchParams(url.split('?')[1] ?? '');
  const domain = parseShopDomain(query.get('shop'), platformA?.shopSuffixes ?? []);
  return domain ?? parseStoreContext(query.get('context')) ?? null;
}
