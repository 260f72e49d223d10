import { Injectable } from '@nestjs/common';
import { Database, type Sql, type Tx } from '#libs/database';
import { entityId, isTimeZone, retailerIdOf } from '#libs/kernel';
import { lockRetailer } from '../database/retailer-locks.js';
import type { StoreSender } from '../retailers/brand-kit.js';
import { CredentialsRepository, type StoreCredentials } from '../retailers/credentials.repository.js';
import type { Platform, Retailer, WebhookDrift, WebhookState } from '../retailers/retailer.entity.js';
import { RetailersRepository } from '../retailers/retailers.repository.js';
import { BackfillRepository } from './backfill/backfill.repository.js';

/** What a merchant has let us do. */
export interface Grant {
  /** Asked for and not granted. */
  readonly missingScopes: readonly string[];
  readonly credentials: StoreCredentials;
}

export interface NewInstallation extends Grant {
  readonly platform: Platform;
  /** Shop domain in lower case (A), store hash (B). */
  readonly externalId: string;
}

/** What a store says about itself. */
export interface StoreRecord {
  /** The platform's number of the store, where it has one. */
  readonly storeId: string | null;
  readonly name: string;
  /** ISO 4217. */
  readonly currency: string;
  /** IANA name; UTC is kept where it is none. */
  readonly timeZone: string;
  /** On the web, without a slash at its end; null where no link can be made of it. */
  readonly storefrontUrl: string | null;
  /** The default of its default brand. */
  readonly sender: StoreSender;
}

export interface TokenRenewal {
  readonly isDue: (credentials: StoreCredentials) => boolean;
  readonly fetch: (credentials: StoreCredentials) => Promise<StoreCredentials | 'refused'>;
}

/** The life of an installation: what installing, setting up and renewing tokens write. */
@Injectable()
export class InstallationsService {
  constructor(
    private readonly database: Database,
    private readonly retailers: RetailersRepository,
    private readonly credentials: CredentialsRepository,
    private readonly backfills: BackfillRepository,
  ) {}

  /**
   * An install or reinstall: retailer, tokens, default brand, and everything to be read again. Returns the retailer's
   * id.
   */
  async install(tx: Tx, { platform, externalId, missingScopes, credentials }: NewInstallation): Promise<string> {
    const id = retailerIdOf(platform, externalId);
    await this.retailers.saveInstall(tx, { id, platform, externalId, missingScopes });
    await this.credentials.save(tx, id, credentials);
    // Named after the domain until the store's record is read.
    await this.retailers.saveDefaultBrand(tx, {
      retailerId: id,
      id: defaultBrandOf(id),
      name: externalId,
    });
    await this.backfills.startAll(tx, id);
    return id;
  }

  /**
   * New tokens for an installation that stands, with the scopes that it had: nothing else of it changes. False where an
   * install is due. Call it first in the transaction that installs: of two at once the second one finds the first.
   */
  async keepGrant(tx: Tx, id: string, { missingScopes, credentials }: Grant): Promise<boolean> {
    await lockRetailer(tx, 'tokens', id);
    const retailer = (await this.retailers.findAll(tx, [id])).get(id);
    const held = retailer?.status === 'installed' ? await this.credentials.find(id, tx) : undefined;
    if (!held || !isSameSet(held.scopes, credentials.scopes)) return false;
    await this.credentials.save(tx, id, credentials);
    await this.retailers.saveMissingScopes(tx, id, missingScopes);
    return true;
  }

  /**
   * Whether another install has brought tokens since then. Holds the store's tokens until the transaction ends, so that
   * installs at the same time are written one after the other.
   */
  async hasTokensSince(tx: Tx, id: string, since: Date): Promise<boolean> {
    await lockRetailer(tx, 'tokens', id);
    const held = await this.credentials.find(id, tx);
    return held !== undefined && held.issuedAt >= since;
  }

  /** The store, while its installation stands and its tokens are good; never one of another platform. */
  async installed(id: string, platform: Platform): Promise<Retailer | undefined> {
    const retailer = await this.retailers.find(id);
    return retailer?.status === 'installed' && retailer.platform === platform ? retailer : undefined;
  }

  /** What the merchant granted with the present tokens; undefined after an uninstall. */
  grantedScopes(id: string): Promise<readonly string[] | undefined> {
    return this.credentials.scopes(id);
  }

  /** The platform's tokens; undefined after an uninstall. */
  tokens(id: string): Promise<StoreCredentials | undefined> {
    return this.credentials.find(id);
  }

  /**
   * Replaces tokens that are due by what `fetch` brings from the platform; `refused` ends the installation's right to
   * call it. One renewal at a time for a store, however many processes ask: the others wait and find what came of it.
   * Returns what holds now; undefined where the store is not installed or has to authorize again.
   */
  renewTokens(id: string, { isDue, fetch }: TokenRenewal): Promise<StoreCredentials | undefined> {
    return this.database.transaction(id, async (tx) => {
      await lockRetailer(tx, 'tokens', id);
      const retailer = (await this.retailers.findAll(tx, [id])).get(id);
      const held = retailer?.status === 'installed' ? await this.credentials.find(id, tx) : undefined;
      if (!retailer || !held || !isDue(held)) return held;
      const fresh = await fetch(held);
      if (fresh !== 'refused') return this.credentials.replace(tx, id, held, fresh);
      // Inside the lock, so that those who wait for it don't ask the platform once more each.
      await this.retailers.markNeedsReauth(id, retailer.installedAt, tx);
      return undefined;
    });
  }

  /**
   * Runs `work` with the platform's API. An error of which `isRefusal` says that the platform refuses the tokens marks
   * the installation: the merchant has to authorize again, and the result is undefined. Every other error is thrown.
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

  /** Remembers what was found amiss and put right; nothing where it is nothing. */
  async addDrift(
    id: string,
    { restoredTopics = 0, lateRecords = 0 }: Partial<WebhookDrift>,
    sql: Sql = this.database.of(id),
  ): Promise<void> {
    if (restoredTopics + lateRecords === 0) return;
    await this.retailers.addDrift(sql, id, { restoredTopics, lateRecords, lastFoundAt: new Date().toISOString() });
  }

  saveStoreRecord(id: string, record: StoreRecord): Promise<void> {
    const timeZone = isTimeZone(record.timeZone) ? record.timeZone : 'UTC';
    return this.database.transaction(id, (tx) =>
      this.retailers.saveStoreRecord(tx, { retailerId: id, brandId: defaultBrandOf(id), ...record, timeZone }),
    );
  }

  /** The work after this install is done; nothing where a younger one has begun. */
  markSetUp({ id, installedAt }: Retailer): Promise<void> {
    return this.retailers.markSetUp(id, installedAt);
  }

  /** Installed stores whose set-up is still due a while after the install. */
  forgottenSetUps(platform: Platform): Promise<string[]> {
    return this.retailers.forgottenSetUps(platform);
  }
}

const isSameSet = (some: readonly string[], others: readonly string[]): boolean =>
  [...new Set(some)].toSorted().join() === [...new Set(others)].toSorted().join();
const defaultBrandOf = (retailerId: string): string => entityId(retailerId, 'brand', 'default');
