import { Inject, Injectable } from '@nestjs/common';
import { APP_LOGGER, type AppLogger } from '#libs/kernel';
import type { FastifyRequest } from 'fastify';
import { AdminActionsService, type NewAction } from './admin-actions.service.js';
import { ActionRetailersService } from './action-retailers.service.js';

/** An entry of the log before its outcome is known. */
export type PendingAction = Omit<NewAction, 'outcome'>;

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Logs the actions of admins: subject, action, target and outcome; never a body and never a query. */
@Injectable()
export class ActionLogService {
  constructor(
    private readonly actions: AdminActionsService,
    private readonly retailers: ActionRetailersService,
    @Inject(APP_LOGGER) private readonly logger: AppLogger,
  ) {}

  /** Call this before the request takes effect: afterwards the row that names the retailer may be deleted. */
  async begin(request: FastifyRequest, subject: string, actsFor?: string): Promise<PendingAction | undefined> {
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
      retailerId: actsFor ?? (await this.retailers.find(resource, params['id'], brandId)),
      requestId,
    };
  }

  /** The request has taken effect: a failure to save the entry is logged with the entry and fails nothing. */
  async end(action: PendingAction | undefined, outcome: string): Promise<void> {
    if (!action) return;
    try {
      await this.actions.append({ ...action, outcome });
    } catch (error) {
      this.logger.error({ err: error, action: { ...action, outcome } }, 'an action of an admin was not saved');
    }
  }
}

const PARAMETER = /:([^/]+)/g;

/** Ids have this form. An email address or a telephone number in place of an id must not be saved in the log. */
const harmless = (value: string): string =>
  /^[\w.:-]{1,128}$/.test(value) && !/^[\d.:-]*[.:-][\d.:-]*$/.test(value) ? value : '…';
