import { Injectable } from '@nestjs/common';
import { timingSafeEqualText } from '#libs/crypto';
import { PlatformBStoresRepository } from '../client/stores.repository.js';

/** The shortest time between two reads of one store's token, however many requests name the store. */
const READ_AGAIN_MS = 1_000;

interface Known {
  readonly token: string | undefined;
  readonly readAt: number;
}

/** A cache of the tokens in the headers of the stores' hooks, because every delivery needs one. */
@Injectable()
export class PlatformBWebhookTokensService {
  private readonly known = new Map<string, Known>();

  constructor(private readonly stores: PlatformBStoresRepository) {}

  /**
   * The token of the store; undefined for a store that never installed the app. Reads it again where the sent token
   * does not match, because the store's token may have changed.
   */
  async expected(retailerId: string, sent: string | undefined): Promise<string | undefined> {
    const known = this.known.get(retailerId);
    if (known && (fits(known.token, sent) || Date.now() - known.readAt < READ_AGAIN_MS)) return known.token;
    const token = await this.stores.webhookToken(retailerId);
    // Unknown stores are not cached, because their number has no limit.
    if (token !== undefined) this.known.set(retailerId, { token, readAt: Date.now() });
    return token;
  }
}

const fits = (token: string | undefined, sent: string | undefined): boolean =>
  token !== undefined && (sent === undefined || timingSafeEqualText(sent, token));
