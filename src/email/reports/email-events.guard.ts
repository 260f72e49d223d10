import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { badSignature, malformed, parseStorableJson, unavailable } from '#libs/kernel';
import type { FastifyRequest } from 'fastify';
import { Runtime } from '../../config/runtime.js';
import { verifyReport } from './report-signature.js';

/** Proves the sender on the bytes (Standard Webhooks), then reads them as JSON for the validation that follows. */
@Injectable()
export class EmailEventsGuard implements CanActivate {
  constructor(private readonly runtime: Runtime) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const secrets = this.runtime.config.email.webhookSecrets;
    if (!secrets) {
      throw unavailable('email_reports_not_configured', 'Reports are not taken: set EMAIL_WEBHOOK_SECRETS.');
    }
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const problem = verifyReport(secrets, request.headers, bytes, Date.now());
    if (problem) throw badSignature(problem);
    request.body = parse(bytes);
    return true;
  }
}

function parse(bytes: Buffer): unknown {
  try {
    return parseStorableJson(bytes.toString());
  } catch {
    throw malformed('malformed_request', 'The body is not JSON.');
  }
}
