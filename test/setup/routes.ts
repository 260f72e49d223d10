import { readFile } from 'node:fs/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ModulesContainer } from '@nestjs/core';
import { RequestMethod } from '@nestjs/common';

/** One line of the tables of routes in docs/operations/security.md. */
export interface Route {
  readonly method: string;
  /** `/admin/segments/{id}` */
  readonly path: string;
  /** Who may call it, from the tables: `admin`, `module`, `retailer`, `owner`, `customer`, or other words. */
  readonly caller: string;
}

const LINE = /^\| `(GET|POST|PUT|PATCH|DELETE|OPTIONS) ([^`]+)` +\| ([^|]+?) +\|/;

/** The tables of docs/operations/security.md: people read them, and the tests hold the service to them. */
export async function documentedRoutes(): Promise<Route[]> {
  const page = await readFile(new URL('../../docs/operations/security.md', import.meta.url), 'utf8');
  return page.split('\n').flatMap((line) => {
    const [, method = '', path = '', caller = ''] = LINE.exec(line) ?? [];
    return method === '' ? [] : [{ method, path, caller }];
  });
}

/** Every route of every controller: `GET /admin/segments/{id}`. */
export function builtRoutes(app: NestFastifyApplication): string[] {
  const controllers = [...app.get(ModulesContainer).values()].flatMap((module) => [...module.controllers.values()]);
  const routes = controllers.flatMap(({ metatype }) => (typeof metatype === 'function' ? routesOf(metatype) : []));
  return [...new Set(routes)].sort();
}

function routesOf(controller: { readonly prototype: object }): string[] {
  const base = metadata<string>('path', controller) ?? '';
  return handlersOf(controller.prototype).flatMap((handler) => {
    const path = metadata<string>('path', handler);
    const method = metadata<RequestMethod>('method', handler);
    return path === undefined || method === undefined ? [] : [`${RequestMethod[method]} ${join(base, path)}`];
  });
}

/** The methods of a controller, inherited ones too. */
function handlersOf(prototype: object | null): object[] {
  if (prototype === null || prototype === Object.prototype) return [];
  const own = Object.values(Object.getOwnPropertyDescriptors(prototype)).map(({ value }) => value as unknown);
  const inherited = handlersOf(Object.getPrototypeOf(prototype) as object | null);
  return [...own.filter((value) => typeof value === 'function'), ...inherited];
}

const metadata = <T>(key: string, target: object): T | undefined => Reflect.getMetadata(key, target) as T | undefined;

const join = (...parts: readonly string[]): string =>
  `/${parts
    .flatMap((part) => part.split('/'))
    .filter(Boolean)
    .join('/')}`.replaceAll(/:([^/.]+)/g, '{$1}');
