import { Inject, Injectable } from '@nestjs/common';
import { APP_LOGGER, type AppLogger } from '#libs/kernel';
import type { FastifyRequest } from 'fastify';
import { AdminActionsService, type NewAction } from './admin-actions.service.js';
import { ActionRetailersService } from './action-retailers.service.js';

/** A request as the log tells it, before its outcome is known. */
export type PendingAction = Omit<NewAction, 'outcome'>;

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Writes down what admins do: who, what, to what and how it ended; never a body and never a query. */
@Injectable()
export class ActionLogService {
  constructor(
    private readonly actions: AdminActionsService,
    private readonly retailers: ActionRetailersService,
    @Inject(APP_LOGGER) private readonly logger: AppLogger,
  ) {}

  /** To be called before the request has its effect: afterwards the thing that names its retailer may be gone. */
  async begin(request: FastifyRequest, subject: string): Promise<PendingAction | undefined> {
    const { method, id: requestId, routeOptions, body } = request;
    if (READING.has(method)) return undefined;
    const params = request.params as Readonly<Record<string, string>>;
    const route = routeOptions.url ?? '';
    const [, , resource = ''] = route.split('/');
    const brandId = typeof body === 'object' && body !== null && 'brandId' in body ? body.brandId : undefined;
    return {
      subject,
      action: `${method} ${route.replaceAll(PARAMETER, '{$1}')}`,
      target: route.replaceAll(PARAMETER, (_, name: string) => harmless(params[name] ?? '')),
      retailerId: await this.retailers.find(resource, params['id'], brandId),
      requestId,
    };
  }

  /** The request has had its effect: that it can't be written down is reported with all of it, and fails nothing. */
  async end(action: PendingAction | undefined, outcome: string): Promise<void> {
    if (!action) return;
    try {
      await this.actions.append({ ...action, outcome });
    } catch (error) {
      this.logger.error({ err: error, action: { ...action, outcome } }, 'an action of an admin was not written down');
    }
  }
}

const PARAMETER = /:([^/]+)/g;

/** Ids have this form; an address or a telephone number that somebody puts in place of one must not stay in the log. */
const harmless = (value: string): string =>
  /^[\w.:-]{1,128}$/.test(value) && !/^[\d.:-]*[.:-][\d.:-]*$/.test(value) ? value : '…';
