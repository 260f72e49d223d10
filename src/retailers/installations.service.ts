import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { entityId, retailerIdOf } from '#libs/kernel';
import { BackfillRepository } from './backfill.repository.js';
import { CredentialsRepository, type StoreCredentials } from './credentials.repository.js';
import type { Platform, WebhookState } from './retailer.entity.js';
import { RetailersRepository, type RetailerRow } from './retailers.repository.js';

export interface NewInstallation {
  readonly platform: Platform;
  /** Shop domain (A), lower case. */
  readonly externalId: string;
  /** Asked for and not granted. */
  readonly missingScopes: readonly string[];
  readonly credentials: StoreCredentials;
}

/** What a store says about itself. */
export interface StoreRecord {
  readonly name: string;
  /** ISO 4217. */
  readonly currency: string;
  /** IANA name. */
  readonly timeZone: string;
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

  /** An install or reinstall: retailer, tokens, default brand, and everything to be read again. Returns the retailer's id. */
  async install(tx: Tx, { platform, externalId, missingScopes, credentials }: NewInstallation): Promise<string> {
    const id = retailerIdOf(platform, externalId);
    await this.retailers.saveInstall(tx, { id, platform, externalId, missingScopes });
    await this.credentials.save(tx, id, credentials);
    // Named after the domain until the store's record is read.
    await this.retailers.saveDefaultBrand(tx, {
      retailerId: id,
      id: entityId(id, 'brand', 'default'),
      name: externalId,
    });
    await this.backfills.startAll(tx, id);
    return id;
  }

  /** The store, while its installation stands and its tokens are good. */
  async installed(id: string): Promise<RetailerRow | undefined> {
    const retailer = await this.retailers.find(id);
    return retailer?.status === 'installed' ? retailer : undefined;
  }

  /** The platform's tokens; undefined after an uninstall. */
  tokens(id: string): Promise<StoreCredentials | undefined> {
    return this.credentials.find(id);
  }

  /** Replaces tokens that are due, one renewal at a time for a store; see `CredentialsRepository.renew`. */
  renewTokens(...renewal: Parameters<CredentialsRepository['renew']>): Promise<StoreCredentials | undefined> {
    return this.credentials.renew(...renewal);
  }

  /** The platform refuses the tokens of this installation: the merchant has to authorize again. */
  needsReauth({ id, installedAt }: RetailerRow): Promise<void> {
    return this.retailers.markNeedsReauth(id, installedAt);
  }

  saveWebhooks(id: string, webhooks: WebhookState): Promise<void> {
    return this.retailers.saveWebhooks(id, webhooks);
  }

  saveStoreRecord(id: string, record: StoreRecord): Promise<void> {
    return this.database.transaction((tx) => this.retailers.saveStoreRecord(tx, { retailerId: id, ...record }));
  }

  /** The work after this install is done; nothing where a younger one has begun. */
  markSetUp({ id, installedAt }: RetailerRow): Promise<void> {
    return this.retailers.markSetUp(id, installedAt);
  }

  /** Installed stores whose set-up is still due a while after the install. */
  forgottenSetUps(): Promise<string[]> {
    return this.retailers.forgottenSetUps();
  }
}
