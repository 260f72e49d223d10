import { signToken } from '../../src/auth/sign-token.js';
import { ADMIN_SECRET, MODULE_SECRET, type Service } from './service.js';
import { RETAILER_ID } from './tenant.js';

const VALID_SECONDS = 3_600;
const TOKENS = {
  admin: signToken('admin', { sub: 'bench', fullAccess: true }, [ADMIN_SECRET], VALID_SECONDS),
  module: signToken('module', { sub: RETAILER_ID }, [MODULE_SECRET], VALID_SECONDS),
};

interface Call {
  readonly method: string;
  readonly path: string;
  /** An object is sent as JSON, a file with its own type. */
  readonly body?: object | Blob;
  readonly waitSeconds?: number;
}

/** Calls the service with a token of the given kind. Throws where the answer is not 2xx. */
export async function call<T>(service: Service, kind: keyof typeof TOKENS, request: Call): Promise<T> {
  return (await (await answerTo(service, kind, request)).json()) as T;
}

/** The same with an answer that the caller reads. */
export async function answerTo(
  service: Service,
  kind: keyof typeof TOKENS,
  { method, path, body, waitSeconds }: Call,
): Promise<Response> {
  const isFile = body instanceof Blob;
  const answer = await fetch(service.url + path, {
    method,
    headers: {
      authorization: `Bearer ${TOKENS[kind]}`,
      ...(body ? { 'content-type': isFile ? body.type : 'application/json' } : {}),
      ...(waitSeconds === undefined ? {} : { prefer: `wait=${waitSeconds}` }),
    },
    ...(body ? { body: isFile ? body : JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}
