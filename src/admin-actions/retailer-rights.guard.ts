import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { notFound } from '#libs/kernel';
import type { FastifyRequest } from 'fastify';
import { ownerRequired } from '../auth/token.guard.js';
import { missingToken, type RetailerCaller } from '../auth/token-rules.js';
import { ActionRetailersService } from './action-retailers.service.js';

export const FOR_OWNERS = Symbol('for-owners');
export const ID_MAY_BE_NEW = Symbol('id-may-be-new');

/** Runs after the `RetailerGuard`: keeps members from what owners do, and every caller from other retailers. */
@Injectable()
export class RetailerRightsGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly retailers: ActionRetailersService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { caller } = request;
    if (caller?.kind !== 'retailer') throw missingToken();
    if (this.says(context, FOR_OWNERS) && caller.role !== 'owner') throw ownerRequired();
    await this.requireOwn(caller, request, this.says(context, ID_MAY_BE_NEW));
    return true;
  }

  private says(context: ExecutionContext, key: symbol): boolean {
    return this.reflector.getAllAndOverride<true | undefined>(key, [context.getHandler(), context.getClass()]) ?? false;
  }

  /** 404 for the id of a resource or a brand that belongs to another retailer. The handler refuses unknown ids. */
  private async requireOwn(caller: RetailerCaller, request: FastifyRequest, isNew: boolean): Promise<void> {
    const { params, query, body, routeOptions } = request;
    const [, , resource = ''] = (routeOptions.url ?? '').split('/');
    const { id } = params as Readonly<Record<string, string>>;
    const owners = await Promise.all([
      isNew ? null : this.retailers.find(resource, id, undefined),
      ...[query, body].map((part) => this.retailers.find('', undefined, brandIn(part))),
    ]);
    if (owners.some((owner) => owner !== null && owner !== caller.retailerId)) {
      throw notFound(resource.replace(/s$/, ''));
    }
  }
}

const brandIn = (part: unknown): unknown =>
  typeof part === 'object' && part !== null && 'brandId' in part ? part.brandId : undefined;
