import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { badSignature, unavailable } from '#libs/kernel';
import type { FastifyRequest } from 'fastify';
import type { JudgesHead } from '../../api/head-judge.service.js';
import { Runtime } from '../../config/runtime.js';
import { readReportHead, verifyReport } from './report-signature.js';

/** Verifies the signature over the bytes of the body (Standard Webhooks). */
@Injectable()
export class EmailEventsGuard implements CanActivate, JudgesHead {
  constructor(private readonly runtime: Runtime) {}

  judgeHead({ headers }: FastifyRequest): void {
    this.secrets();
    const head = readReportHead(headers, Date.now());
    if (typeof head === 'string') throw badSignature(head);
  }

  canActivate(context: ExecutionContext): boolean {
    const { body, headers } = context.switchToHttp().getRequest<FastifyRequest>();
    const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    const problem = verifyReport(this.secrets(), headers, bytes, Date.now());
    if (problem) throw badSignature(problem);
    return true;
  }

  private secrets(): readonly string[] {
    const secrets = this.runtime.config.email.webhookSecrets;
    if (secrets) return secrets;
    throw unavailable('email_reports_not_configured', 'Reports are not accepted: set EMAIL_WEBHOOK_SECRETS.');
  }
}
