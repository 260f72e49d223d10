import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** The retailer that the request is about: of the caller under /retailer, and the `id` of the address under /admin. */
export const RetailerId = createParamDecorator((_data: unknown, context: ExecutionContext): string => {
  const { caller, params } = context.switchToHttp().getRequest<FastifyRequest>();
  return caller?.kind === 'retailer' ? caller.retailerId : ((params as { readonly id?: string }).id ?? '');
});
