import { Injectable } from '@nestjs/common';
import { timingSafeEqualText } from '#libs/crypto';
import { PlatformBStoresRepository } from '../client/stores.repository.js';

/** Between two looks for the token of one store, whatever is sent in its name. */
const LOOK_AGAIN_MS = 1_000;

interface Known {
  readonly token: string | undefined;
  readonly readAt: number;
}

/** The secrets in the headers of the stores' hooks, kept in memory: every delivery asks. */
@Injectable()
export class PlatformBWebhookTokensService {
  private readonly known = new Map<string, Known>();

  constructor(private readonly stores: PlatformBStoresRepository) {}

  /**
   * The token of the store; undefined for a store that never installed us. Looks it up anew where the one that was sent
   * does not fit: it may have changed since.
   */
  async expected(retailerId: string, sent: string | undefined): Promise<string | undefined> {
    const known = this.known.get(retailerId);
    if (known && (fits(known.token, sent) || Date.now() - known.readAt < LOOK_AGAIN_MS)) return known.token;
    const token = await this.stores.webhookToken(retailerId);
    // Stores that are not ours are not remembered: their number has no limit.
    if (token !== undefined) this.known.set(retailerId, { token, readAt: Date.now() });
    return token;
  }
}

const fits = (token: string | undefined, sent: string | undefined): boolean =>
  token !== undefined && (sent === undefined || timingSafeEqualText(sent, token));
