import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { hmacSha256, timingSafeEqualText } from '#libs/crypto';
import { badSignature } from '#libs/kernel';
import type { FastifyRequest } from 'fastify';
import { FilesConfig } from '../files.config.js';

interface Query {
  readonly store?: string;
  readonly signature?: string;
}

/** Proves that the platform signed the name of the store. */
@Injectable()
export class FilesSignedQueryGuard implements CanActivate {
  constructor(private readonly config: FilesConfig) {}

  canActivate(context: ExecutionContext): boolean {
    const { store = '', signature = '' } = context.switchToHttp().getRequest<FastifyRequest>().query as Query;
    const expected = hmacSha256(this.config.secret, Buffer.from(store)).toString('hex');
    if (!timingSafeEqualText(signature, expected)) throw badSignature('The signature does not match the store.');
    return true;
  }
}
