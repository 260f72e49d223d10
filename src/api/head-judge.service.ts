import { Injectable, type OnApplicationBootstrap, RequestMethod, type Type } from '@nestjs/common';
import { GUARDS_METADATA, METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { closeUnread } from '../bodies/close-unread.js';

/** A guard that needs only the head of a request to decide. */
export interface JudgesHead {
  /** Throws the refusal. No byte of the body has been read at that time. */
  judgeHead(request: FastifyRequest, reply: FastifyReply): void | Promise<void>;
}

type Controller = ReturnType<DiscoveryService['getControllers']>[number];

/**
 * Nest runs guards after the body has been read, even if they refuse the request. Guards that implement `JudgesHead`
 * also run before the body, on each route that they guard; a route declares nothing for it. See
 * docs/architecture/decisions/0003-refuse-before-the-body.md.
 */
@Injectable()
export class HeadJudgeService implements OnApplicationBootstrap {
  private readonly guards = new Map<string, JudgesHead[]>();
  private readonly attached = new Set<string>();

  constructor(private readonly discovery: DiscoveryService) {}

  /**
   * Call this before Nest registers its routes with the server, which happens before all lifecycle hooks of modules.
   */
  attach(server: FastifyInstance): void {
    for (const controller of this.discovery.getControllers()) this.note(controller);
    server.addHook('onRoute', (route) => {
      for (const method of [route.method].flat()) {
        const key = `${method} ${route.url}`;
        const guards = this.guards.get(key) ?? [];
        route.onRequest = [route.onRequest ?? [], guards.map(hookOf)].flat(2);
        this.attached.add(key);
      }
    });
  }

  /** Fails the start: a guarded route that was not found would be guarded only after its body was read. */
  onApplicationBootstrap(): void {
    const missed = [...this.guards.keys()].filter((key) => !this.attached.has(key));
    if (missed.length > 0) throw new Error(`no route was found for ${missed.join(', ')}`);
  }

  private note({ metatype, host }: Controller): void {
    if (typeof metatype !== 'function') return;
    for (const handler of handlersOf(metatype.prototype as object)) {
      const key = routeOf(metatype, handler);
      if (!key) continue;
      const types = [metatype, handler].flatMap((target) => metadata<Type[]>(GUARDS_METADATA, target) ?? []);
      const instances: unknown[] = types.map((type) => host?.injectables.get(type)?.instance);
      const guards = instances.filter(judgesHead);
      if (guards.length > 0) this.guards.set(key, guards);
    }
  }
}

/** The methods of a controller, inherited ones too. */
function handlersOf(prototype: object | null): object[] {
  if (prototype === null || prototype === Object.prototype) return [];
  const own = Object.getOwnPropertyNames(prototype).map(
    (name) => Object.getOwnPropertyDescriptor(prototype, name)?.value as unknown,
  );
  const inherited = handlersOf(Object.getPrototypeOf(prototype) as object | null);
  return [...own.filter((value) => typeof value === 'function'), ...inherited];
}

const metadata = <T>(key: string, target: object): T | undefined => Reflect.getMetadata(key, target) as T | undefined;

const judgesHead = (guard: unknown): guard is JudgesHead =>
  typeof guard === 'object' && guard !== null && 'judgeHead' in guard;

/** Such as `POST /admin/segments/upsert`; undefined if the method is not a route. */
function routeOf(controller: object, handler: object): string | undefined {
  const path = metadata<string>(PATH_METADATA, handler);
  const method = metadata<RequestMethod>(METHOD_METADATA, handler);
  if (path === undefined || method === undefined) return undefined;
  const parts = [metadata<string>(PATH_METADATA, controller) ?? '', path].flatMap((part) => part.split('/'));
  return `${RequestMethod[method]} /${parts.filter(Boolean).join('/')}`;
}

function hookOf(guard: JudgesHead): onRequestHookHandler {
  return (request, reply, done) => {
    const refuse = (error: Error): void => {
      if (mayHaveBody(request)) closeUnread(request.raw, reply.raw);
      done(error);
    };
    const passed = (): void => done();
    let judging: void | Promise<void>;
    try {
      judging = guard.judgeHead(request, reply);
    } catch (error) {
      return refuse(error as Error);
    }
    if (judging) void judging.then(passed, refuse);
    else passed();
  };
}

const mayHaveBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
