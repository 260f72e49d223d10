import { Injectable } from '@nestjs/common';
import { Database, type Sql, type Tx } from '#libs/database';
import { entityId, isTimeZone, retailerIdOf } from '#libs/kernel';
import { lockRetailer } from '../database/retailer-locks.js';
import type { StoreSender } from '../retailers/brand-kit.js';
import { CredentialsRepository, type StoreCredentials } from '../retailers/credentials.repository.js';
import type { Platform, Retailer, WebhookState } from '../retailers/retailer.entity.js';
import type { WebhookDrift } from '../retailers/webhook-drift.dto.js';
import { RetailersRepository } from '../retailers/retailers.repository.js';
import { BackfillRepository } from './backfill/backfill.repository.js';

/** The scopes and tokens that a merchant granted. */
export interface Grant {
  /** Requested scopes that were not granted. */
  readonly missingScopes: readonly string[];
  readonly credentials: StoreCredentials;
}

export interface NewInstallation extends Grant {
  readonly platform: Platform;
  /** The domain in lower case (platform A), or the store hash (platform B). */
  readonly externalId: string;
}

/** A store's own record. */
export interface StoreRecord {
  /** The platform's number of the store; null where the platform has none. */
  readonly storeId: string | null;
  readonly name: string;
  /** ISO 4217. */
  readonly currency: string;
  /** IANA name. UTC is saved instead of an invalid name. */
  readonly timeZone: string;
  /** Of the storefront, BCP 47; null or absent where the platform does not say it. */
  readonly language?: string | null;
  /** Without a trailing slash; null where no link can be made of it. */
  readonly storefrontUrl: string | null;
  /** The default sender of the store's default brand. */
  readonly sender: StoreSender;
}

export interface TokenRenewal {
  readonly isDue: (credentials: StoreCredentials) => boolean;
  readonly fetch: (credentials: StoreCredentials) => Promise<StoreCredentials | 'refused'>;
}

/** The life of an installation: install, set-up, token renewal and the store's record. */
@Injectable()
export class InstallationsService {
  constructor(
    private readonly database: Database,
    private readonly retailers: RetailersRepository,
    private readonly credentials: CredentialsRepository,
    private readonly backfills: BackfillRepository,
  ) {}

  /**
   * Writes an install or a reinstall: the retailer, the tokens, the default brand, and the start of every backfill.
   * Returns the retailer's id.
   */
  async install(tx: Tx, { platform, externalId, missingScopes, credentials }: NewInstallation): Promise<string> {
    const id = retailerIdOf(platform, externalId);
    await this.retailers.saveInstall(tx, { id, platform, externalId, missingScopes });
    await this.credentials.save(tx, id, credentials);
    // Until the store's record is read, the brand's name is the store's external id (platform A: the domain, platform
    // B: the store hash).
    await this.retailers.saveDefaultBrand(tx, {
      retailerId: id,
      id: defaultBrandOf(id),
      name: externalId,
    });
    await this.backfills.startAll(tx, id);
    return id;
  }

  /**
   * Saves new tokens of a present installation whose scopes are unchanged in the eyes of `isSame`. False where an
   * install is due. Call it first in the transaction of an install: of two concurrent installs, the second one then
   * finds the first one.
   */
  async keepGrant(
    tx: Tx,
    id: string,
    { missingScopes, credentials }: Grant,
    isSame: (held: readonly string[], granted: readonly string[]) => boolean,
  ): Promise<boolean> {
    await lockRetailer(tx, 'tokens', id);
    const retailer = (await this.retailers.findAll(tx, [id])).get(id);
    const held = retailer?.status === 'installed' ? await this.credentials.find(id, tx) : undefined;
    if (!held || !isSame(held.scopes, credentials.scopes)) return false;
    await this.credentials.save(tx, id, credentials);
    await this.retailers.saveMissingScopes(tx, id, missingScopes);
    return true;
  }

  /**
   * Whether the stored tokens were issued at `since` or later, such as by a concurrent install. Locks the store's
   * tokens until the transaction ends, so that concurrent installs are written one after the other.
   */
  async hasTokensSince(tx: Tx, id: string, since: Date): Promise<boolean> {
    await lockRetailer(tx, 'tokens', id);
    const held = await this.credentials.find(id, tx);
    return held !== undefined && held.issuedAt >= since;
  }

  /** The store; undefined where it is not installed, has to authorize again, or belongs to another platform. */
  async installed(id: string, platform: Platform): Promise<Retailer | undefined> {
    const retailer = await this.retailers.find(id);
    return retailer?.status === 'installed' && retailer.platform === platform ? retailer : undefined;
  }

  /** The scopes of the present tokens; undefined after an uninstall. */
  grantedScopes(id: string): Promise<readonly string[] | undefined> {
    return this.credentials.scopes(id);
  }

  /** The platform's tokens; undefined after an uninstall. */
  tokens(id: string): Promise<StoreCredentials | undefined> {
    return this.credentials.find(id);
  }

  /**
   * Replaces tokens that are due by those that `fetch` gets from the platform. After `refused` the merchant has to
   * authorize again. A lock allows one renewal of a store at a time in all processes; the others wait and use its
   * result. Returns the present tokens; undefined where the store is not installed or has to authorize again.
   */
  renewTokens(id: string, { isDue, fetch }: TokenRenewal): Promise<StoreCredentials | undefined> {
    return this.database.transaction(id, async (tx) => {
      await lockRetailer(tx, 'tokens', id);
      const retailer = (await this.retailers.findAll(tx, [id])).get(id);
      const held = retailer?.status === 'installed' ? await this.credentials.find(id, tx) : undefined;
      if (!retailer || !held || !isDue(held)) return held;
      const fresh = await fetch(held);
      if (fresh !== 'refused') return this.credentials.replace(tx, id, held, fresh);
      // Inside the lock, so that the callers who wait for it do not call the platform again.
      await this.retailers.markNeedsReauth(id, retailer.installedAt, tx);
      return undefined;
    });
  }

  /**
   * Runs `work` with the platform's API. Where `isRefusal` finds that an error is a refusal of the tokens, the
   * installation is marked: the merchant has to authorize again, and the result is undefined. Every other error is
   * thrown.
   */
  async whileAuthorized<T>(
    { id, installedAt }: Retailer,
    isRefusal: (error: unknown) => boolean,
    work: () => Promise<T>,
  ): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await this.retailers.markNeedsReauth(id, installedAt);
      return undefined;
    }
  }

  saveWebhooks(id: string, { registered, problems }: Pick<WebhookState, 'registered' | 'problems'>): Promise<void> {
    return this.retailers.saveWebhooks(id, { registered, problems, lastCheckedAt: new Date().toISOString() });
  }

  /** Adds to the counts of repaired drift. */
  async addDrift(
    id: string,
    { restoredTopics = 0, lateRecords = 0 }: Partial<WebhookDrift>,
    sql: Sql = this.database.of(id),
  ): Promise<void> {
    if (restoredTopics + lateRecords === 0) return;
    await this.retailers.addDrift(sql, id, { restoredTopics, lateRecords, lastFoundAt: new Date().toISOString() });
  }

  saveStoreRecord(
    id: string,
    { storeId, name, currency, timeZone, language = null, storefrontUrl, sender }: StoreRecord,
  ): Promise<void> {
    const record = {
      retailerId: id,
      brandId: defaultBrandOf(id),
      storeId,
      name,
      currency,
      timeZone: isTimeZone(timeZone) ? timeZone : 'UTC',
      language,
      storefrontUrl,
      sender,
    };
    return this.database.transaction(id, (tx) => this.retailers.saveStoreRecord(tx, record));
  }

  /** Marks the set-up of this install as done. Has no effect on a later install. */
  markSetUp({ id, installedAt }: Retailer): Promise<void> {
    return this.retailers.markSetUp(id, installedAt);
  }

  /** At most 100 installed stores whose set-up is not done half a minute after the install. */
  forgottenSetUps(platform: Platform): Promise<string[]> {
    return this.retailers.forgottenSetUps(platform);
  }
}

const defaultBrandOf = (retailerId: string): string => entityId(retailerId, 'brand', 'default');
