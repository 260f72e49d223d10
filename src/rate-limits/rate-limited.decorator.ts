import { applyDecorators, SetMetadata, UseGuards } from '@nestjs/common';
import { ApiProblems } from '#libs/kernel';
import { RateLimitGuard, STORE_OF, type StoreOf } from './rate-limit.guard.js';

/** Limits a route or a whole controller by IP address and, if `storeOf` finds a store, by address and store. */
export const RateLimited = (storeOf: StoreOf = () => undefined): ClassDecorator & MethodDecorator =>
  applyDecorators(SetMetadata(STORE_OF, storeOf), UseGuards(RateLimitGuard), ApiProblems(429));

/** Reads the store from a parameter of the query. */
export const storeInQuery =
  (name: string): StoreOf =>
  ({ query }) => {
    const value = (query as Readonly<Record<string, unknown>> | undefined)?.[name];
    return typeof value === 'string' ? value : undefined;
  };
