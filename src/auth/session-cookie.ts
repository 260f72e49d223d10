import { forbidden } from '#libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A cookie with the prefix `__Host-` can't be set by another host of the same site. It needs https, or loopback. */
const FRAMED = '__Host-rekindle-framed';
const SECURE = '__Host-rekindle';
/** Browsers do not keep a `Secure` cookie that came over http. Only outside production. */
const PLAIN = 'rekindle';
const NAMES = [FRAMED, SECURE, PLAIN] as const;

/** The header that a page must add to an unsafe request with the cookie. Another site's form can't add it. */
export const CSRF_HEADER = 'x-rekindle-csrf';

/** Where the page stands that signs in. */
export interface CookiePlace {
  readonly framed: boolean;
  /** Whether the service is reached over https. */
  readonly secure: boolean;
}

/** The token of the session's cookie; undefined without a cookie. */
export const sessionCookieOf = ({ cookies }: FastifyRequest): string | undefined =>
  NAMES.map((name) => cookies[name]).find((value) => value !== undefined && value !== '');

/** Whether the cookie of the request was set for a page in the platform's frame. */
export const isFramedSession = ({ cookies }: FastifyRequest): boolean => Boolean(cookies[FRAMED]);

/**
 * Sets the cookie. Inside the platform's frame our page is a third party, so that the cookie must be `SameSite=None`,
 * and `Partitioned` binds it to the platform's site. Elsewhere it is `Lax`.
 */
export function setSessionCookie(reply: FastifyReply, token: string, seconds: number, place: CookiePlace): void {
  const { framed, secure } = place;
  const name = framed ? FRAMED : secure ? SECURE : PLAIN;
  clear(reply, (each) => each !== name);
  void reply.setCookie(name, token, {
    path: '/',
    httpOnly: true,
    secure: framed || secure,
    sameSite: framed ? 'none' : 'lax',
    partitioned: framed,
    maxAge: seconds,
  });
}

export const clearSessionCookies = (reply: FastifyReply): void => clear(reply, () => true);

/** A browser deletes a partitioned cookie only on a line with the same attributes. */
function clear(reply: FastifyReply, applies: (name: string) => boolean): void {
  for (const name of NAMES.filter(applies)) {
    const framed = name === FRAMED;
    void reply.clearCookie(name, {
      path: '/',
      httpOnly: true,
      secure: name !== PLAIN,
      sameSite: framed ? 'none' : 'lax',
      partitioned: framed,
    });
  }
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** 403 for a request that a page of another site sent. Browsers say where an unsafe request comes from. */
export function requireOwnPage(request: FastifyRequest, publicUrl: string): void {
  if (isOwnPage(request, publicUrl) === false) throw foreignPage();
}

/** 403 for an unsafe request with the cookie that does not show that our own page sent it. */
export function requireCsrfProof(request: FastifyRequest, publicUrl: string): void {
  if (SAFE.has(request.method)) return;
  if (isOwnPage(request, publicUrl) !== true || !request.headers[CSRF_HEADER]) throw foreignPage();
}

/** Undefined where the request says nothing about its page. */
function isOwnPage({ headers, host }: FastifyRequest, publicUrl: string): boolean | undefined {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  if (origin === undefined) return undefined;
  return origin === new URL(publicUrl).origin || (URL.canParse(origin) && new URL(origin).host === host);
}

const foreignPage = (): Error =>
  forbidden('csrf_refused', `The request does not come from our own page, or has no header ${CSRF_HEADER}.`);
