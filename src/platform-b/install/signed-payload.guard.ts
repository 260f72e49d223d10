import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { badSignature, malformed } from '#libs/kernel';
import { type SignedPayload, type SignedPayloadVerdict, verifySignedPayloadQuery } from '#libs/platform-b-client';
import type { FastifyRequest } from 'fastify';
import { queryOf } from '../../api/raw-query.js';
import { Runtime } from '../../config/runtime.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard of a route that takes a signed payload, once the signature is proven. */
    signedPayload?: SignedPayload;
  }
}

type Refusal = Exclude<SignedPayloadVerdict['outcome'], 'ok' | 'missing'>;

const REFUSALS: Readonly<Record<Refusal, string>> = {
  malformed: 'The signed payload is malformed.',
  mismatch: 'The signature does not match the payload.',
  wrong_kind: 'The signature of the payload is valid, but the payload is for another purpose.',
  stale: 'The signature of the payload is valid, but the payload has expired or is not valid yet.',
};

/**
 * Proves that platform B signed the payload in the query of load, uninstall and remove-user. 400 without a payload, 401
 * for a payload that is not valid.
 */
@Injectable()
export class PlatformBSignedPayloadGuard implements CanActivate {
  constructor(private readonly runtime: Runtime) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    request.signedPayload = this.prove(queryOf(request));
    return true;
  }

  private prove(query: URLSearchParams): SignedPayload {
    const { clientId, clientSecrets, legacySignedPayload: legacy } = this.runtime.platformB();
    const given = {
      signed_payload_jwt: once(query, 'signed_payload_jwt'),
      signed_payload: once(query, 'signed_payload'),
    };
    const verdict = verifySignedPayloadQuery(given, { clientId, clientSecrets, legacy, now: new Date() });
    if (verdict.outcome === 'ok') return verdict.payload;
    if (verdict.outcome === 'missing') throw malformed('malformed_query', 'The query has no signed_payload_jwt.');
    throw badSignature(REFUSALS[verdict.outcome]);
  }
}

/** The payload that the guard of the route has proven. */
export const ProvenPayload = createParamDecorator((_data: unknown, context: ExecutionContext): SignedPayload => {
  const { signedPayload } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!signedPayload) throw new Error('a route with a signed payload lacks its guard');
  return signedPayload;
});

/**
 * A parameter that is given twice becomes a list, which is refused. The legacy form is sometimes plain base64, and the
 * query decodes its `+` as a space.
 */
function once(query: URLSearchParams, name: string): string | string[] | undefined {
  const all = query.getAll(name).map((value) => value.replaceAll(' ', '+'));
  return all.length > 1 ? all : all[0];
}
