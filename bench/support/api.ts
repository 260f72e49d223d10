import { signToken } from '../../src/auth/sign-token.js';
import { ADMIN_SECRET, MODULE_SECRET, type Service } from './service.js';
import { RETAILER_ID } from './tenant.js';

const VALID_SECONDS = 3_600;
const TOKENS = {
  admin: signToken('admin', { sub: 'bench', fullAccess: true }, [ADMIN_SECRET], VALID_SECONDS),
  module: signToken('module', { sub: RETAILER_ID }, [MODULE_SECRET], VALID_SECONDS),
};

/** Calls the service with a token of the given kind. Throws where the answer is not 2xx. */
export async function call<T>(
  service: Service,
  kind: keyof typeof TOKENS,
  request: { readonly method: string; readonly path: string; readonly body?: object; readonly waitSeconds?: number },
): Promise<T> {
  const { method, path, body, waitSeconds } = request;
  const answer = await fetch(service.url + path, {
    method,
    headers: {
      authorization: `Bearer ${TOKENS[kind]}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(waitSeconds === undefined ? {} : { prefer: `wait=${waitSeconds}` }),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text) as T;
}
