import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { badSignature, malformed } from '#libs/kernel';
import { type SignedPayload, type SignedPayloadVerdict, verifySignedPayloadQuery } from '#libs/platform-b-client';
import type { FastifyRequest } from 'fastify';
import { queryOf } from '../../api/raw-query.js';
import { Runtime } from '../../config/runtime.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard of a route that platform B signs: the signature was good. */
    signedPayload?: SignedPayload;
  }
}

type Refusal = Exclude<SignedPayloadVerdict['outcome'], 'ok' | 'missing'>;

const REFUSALS: Readonly<Record<Refusal, string>> = {
  malformed: 'The signed payload has no usable form.',
  mismatch: 'The signature does not fit the payload.',
  wrong_kind: 'The payload is rightly signed, but made for something else.',
  stale: 'The payload is rightly signed, but not now.',
};

/**
 * Proves that platform B signed the payload in the address of load, uninstall and remove-user. 400 where nothing is
 * signed, 401 where the signature proves nothing.
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
  if (!signedPayload) throw new Error('a signed route without its guard');
  return signedPayload;
});

/** Given twice it is a list, which is refused. The old form is plain base64 at times, whose `+` the query reads as a space. */
function once(query: URLSearchParams, name: string): string | string[] | undefined {
  const all = query.getAll(name).map((value) => value.replaceAll(' ', '+'));
  return all.length > 1 ? all : all[0];
}
