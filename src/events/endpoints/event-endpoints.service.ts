import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { invalidInput, notFound } from '#libs/kernel';
import { JobProducer } from '#libs/queue';
import { Runtime } from '../../config/runtime.js';
import { RetailersService } from '../../retailers/retailers.service.js';
import { EventLogRepository } from '../log/event-log.repository.js';
import { EndpointsRepository } from './endpoints.repository.js';
import type { EventEndpoint } from './event-endpoint.entity.js';
import type { EventEndpointAnswer, EventEndpointBody } from './event-endpoints.dto.js';
import { refusalOf } from './endpoint-url.js';
import { newSecret } from './webhook-signature.js';

type Name = Pick<EventEndpoint, 'retailerId' | 'name'>;
type Settings = Pick<EventEndpoint, 'url' | 'types' | 'enabled'>;

const MOST_ENDPOINTS = 10;
const NAME = /^[a-z0-9][a-z0-9-]{0,62}$/;
/** How long requests carry signatures of the former secret too. */
const OVERLAP_MS = 24 * 3_600_000;

/** The endpoints of a retailer: define, change, rotate the secret. */
@Injectable()
export class EventEndpointsService {
  constructor(
    private readonly database: Database,
    private readonly retailers: RetailersService,
    private readonly endpoints: EndpointsRepository,
    private readonly log: EventLogRepository,
    private readonly jobs: JobProducer,
    private readonly runtime: Runtime,
  ) {}

  async list(given: string): Promise<EventEndpointAnswer[]> {
    const { id } = await this.retailers.get(given);
    return (await this.endpoints.list(id)).map((endpoint) => answerOf(endpoint));
  }

  async get(given: string, name: string): Promise<EventEndpointAnswer> {
    return answerOf(await this.found(given, name));
  }

  /** A new endpoint gets the events from now on. An enabled one gets those that it has missed, if they are kept. */
  async put(
    given: string,
    name: string,
    body: EventEndpointBody,
  ): Promise<{ readonly isNew: boolean; readonly endpoint: EventEndpointAnswer }> {
    const { id: retailerId } = await this.retailers.get(given);
    const refusal = refusalOf(body.url, this.runtime.config.eventEndpointAllow);
    if (refusal !== undefined) throw invalidInput([{ pointer: '/url', detail: refusal }]);
    const settings = { url: body.url, types: body.types, enabled: body.enabled ?? true };
    const saved = await this.database.transaction(retailerId, async (tx) => {
      const before = await this.endpoints.lock(tx, { retailerId, name });
      const secret = before ? undefined : newSecret();
      if (secret === undefined) await this.change(tx, { retailerId, name }, settings);
      else await this.insert(tx, { retailerId, name }, settings, secret);
      tx.afterCommit(() => this.jobs.enqueue('events.deliver', { retailerId }));
      return { isNew: !before, secret };
    });
    const endpoint = answerOf(await this.found(retailerId, name), saved.secret);
    return { isNew: saved.isNew, endpoint };
  }

  async delete(given: string, name: string): Promise<void> {
    const { id: retailerId } = await this.retailers.get(given);
    if (!(await this.endpoints.delete({ retailerId, name }))) throw notFound('endpoint');
  }

  /** The former secret stays valid for a day. */
  async rotate(given: string, name: string): Promise<EventEndpointAnswer> {
    const { retailerId } = await this.found(given, name);
    const secret = newSecret();
    await this.database.transaction(retailerId, async (tx) => {
      const before = await this.endpoints.lock(tx, { retailerId, name });
      if (!before) throw notFound('endpoint');
      await this.endpoints.change(tx, before, {
        secret: this.endpoints.seal(secret, before),
        formerSecret: before.secret,
        formerSecretUntil: new Date(Date.now() + OVERLAP_MS),
      });
    });
    return answerOf(await this.found(retailerId, name), secret);
  }

  /** A new endpoint gets the events from now on. */
  private async insert(tx: Tx, at: Name, settings: Settings, secret: string): Promise<void> {
    await this.requireRoom(at.retailerId, at.name);
    const { position } = await this.log.ends(tx, at.retailerId);
    await this.endpoints.insert(tx, { ...at, ...settings, position, secret: this.endpoints.seal(secret, at) });
  }

  /** The pause after failures ends. */
  private async change(tx: Tx, at: Name, settings: Settings): Promise<void> {
    await this.endpoints.change(tx, at, {
      ...settings,
      attempts: 0,
      dueAt: null,
      failingSince: null,
      disabledReason: null,
    });
  }

  /** The endpoint, or 404. */
  async found(given: string, name: string): Promise<EventEndpoint> {
    const { id: retailerId } = await this.retailers.get(given);
    const endpoint = await this.endpoints.find({ retailerId, name });
    if (!endpoint) throw notFound('endpoint');
    return endpoint;
  }

  private async requireRoom(retailerId: string, name: string): Promise<void> {
    if (!NAME.test(name)) {
      throw invalidInput([{ pointer: '/name', detail: 'must be lower-case letters, digits and hyphens, at most 63' }]);
    }
    if ((await this.endpoints.list(retailerId)).length >= MOST_ENDPOINTS) {
      throw invalidInput([{ pointer: '', detail: `a retailer has at most ${MOST_ENDPOINTS} endpoints` }]);
    }
  }
}

const answerOf = (
  { name, url, types, enabled, disabledReason, failingSince, formerSecretUntil, createdAt }: EventEndpoint,
  secret?: string,
): EventEndpointAnswer => ({
  name,
  url,
  types,
  enabled,
  disabledReason,
  failingSince,
  formerSecretUntil,
  createdAt,
  ...(secret === undefined ? {} : { secret }),
});
