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

/** Shows a problem to people who meet it in a browser; undefined for programs, which get it as JSON. */
export function errorPage(
  { config, publicUrl }: Runtime,
  { problem, shop }: Pick<ProblemAnswer, 'problem' | 'shop'>,
  request: FastifyRequest,
): ShownPage | undefined {
  if (!wantsPage(request.headers.accept)) return undefined;
  const page = isForCustomers(request)
    ? customerPage(problem, request)
    : merchantPage(problem, shop ?? namedShop(request, config.platformA), startOf(request, publicUrl));
  // An address that is malformed has no route.
  const isFramed = request.routeOptions?.config?.framed === true;
  return showPage(page, isFramed ? { frameAncestors: config.frameAncestors } : {});
}

/** By the path, because a link that was cut off has no route. */
const isForCustomers = ({ url }: FastifyRequest): boolean => /^\/unsubscribe(\/|$)/.test(url);

function customerPage(problem: Problem, { headers }: FastifyRequest): Page {
  const tag = preferredLanguage(headers['accept-language']);
  const { dir, troubleTitle, trouble, badLinkTitle, badLink } = textsIn(tag);
  const [title, text] = problem.status === 404 ? [badLinkTitle, badLink] : [troubleTitle, trouble];
  const content = html`<p>${text}</p>
    ${reference(problem.title, problem)}`;
  return { language: { tag, dir }, title, shop: null, content };
}

function merchantPage(problem: Problem, shop: string | null, start: string | null): Page {
  const { title, text, again } = errorText(problem.code, problem.status);
  const isAgain = again && shop !== null && start !== null;
  const content = html`<p>${text}</p>
    ${isAgain ? html`<p><a class="button" href="${start}?shop=${encodeURIComponent(shop)}">Start again</a></p>` : null}
    ${reference(problem.detail, problem)}`;
  return { title, shop, content };
}

/** What whoever is asked for help will want to know. */
const reference = (what: string, { code, requestId }: Problem): Html =>
  html`<p class="small" lang="en" dir="ltr">${what} (${code}, request ${requestId})</p>`;

/** Where an install starts again: on platform A at our address, on platform B in its control panel. */
const startOf = ({ url }: FastifyRequest, publicUrl: string): string | null =>
  /^\/platform-a\/(auth|callback)\?/.test(url) ? `${publicUrl}/platform-a/auth` : null;

/** The store that the address itself names, in well-formed words. Nothing is looked up: it may be anybody who asks. */
function namedShop({ url }: FastifyRequest, platformA: PlatformAConfig | undefined): string | null {
  const query = new URLSearchParams(url.split('?')[1] ?? '');
  const domain = parseShopDomain(query.get('shop'), platformA?.shopSuffixes ?? []);
  return domain ?? parseStoreContext(query.get('context')) ?? null;
}
