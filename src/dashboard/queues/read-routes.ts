import type {
  AppControllerRoute,
  BullBoardQueues,
  ControllerHandlerReturnType,
  IServerAdapter,
  UIConfig,
} from '@bull-board/api/typings/app';
import { notFound } from '#libs/kernel';

interface ReadRoute {
  readonly pattern: RegExp;
  readonly route: AppControllerRoute;
}

/** Takes the routes of Bull Board that read. Those that change something are dropped, so nothing can call them. */
export class ReadRoutes implements IServerAdapter {
  uiConfig: UIConfig = {};
  private routes: readonly ReadRoute[] = [];
  private queues: BullBoardQueues = new Map();

  async run(path: string, query: Readonly<Record<string, unknown>>): Promise<ControllerHandlerReturnType> {
    for (const { pattern, route } of this.routes) {
      const match = pattern.exec(path);
      if (!match) continue;
      const params = Object.fromEntries(
        Object.entries({ ...match.groups }).map(([key, value]) => [key, decoded(value)]),
      );
      return route.handler({ queues: this.queues, uiConfig: this.uiConfig, query, params, body: {}, headers: {} });
    }
    throw notFound('page');
  }

  setApiRoutes(routes: AppControllerRoute[]): this {
    this.routes = routes
      .filter(({ method }) => method === 'get')
      .flatMap((route) => [route.route].flat().map((each) => ({ pattern: patternOf(each), route })));
    return this;
  }

  setQueues(queues: BullBoardQueues): this {
    this.queues = queues;
    return this;
  }

  setUIConfig(config: UIConfig): this {
    this.uiConfig = config;
    return this;
  }

  // The page and its files are served by our own controller, with our own policy.
  setViewsPath(): this {
    return this;
  }

  setStaticPath(): this {
    return this;
  }

  setEntryRoute(): this {
    return this;
  }

  setErrorHandler(): this {
    return this;
  }
}

/** `/api/queues/:queueName` → one named group for each parameter. */
const patternOf = (route: string): RegExp => new RegExp(`^${route.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`);

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw notFound('page');
  }
}
