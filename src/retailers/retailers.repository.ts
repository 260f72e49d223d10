import { Injectable } from '@nestjs/common';
import { columnsOf, Database, type Sql, type Tx, upsert } from '#libs/database';
import { isUuid, notFound, type Page, pageOf, readCursor } from '#libs/kernel';
import { IsNull, LessThan, LessThanOrEqual, MoreThan, Not, Raw } from 'typeorm';
import type { StoreSender } from './brand-kit.js';
import { Brand } from './brand.entity.js';
import { Credentials } from './credentials.entity.js';
import { MultipassSecret } from './multipass-secret.entity.js';
import {
  type Platform,
  Retailer,
  type RetailerSettings,
  type RetailerStatus,
  type WebhookState,
} from './retailer.entity.js';
import type { WebhookDrift } from './webhook-drift.dto.js';

export type BrandName = Pick<Brand, 'retailerId' | 'id' | 'name'>;

const NAME_ONLY = { retailerId: true, id: true, name: true } as const;
const NO_WEBHOOKS: WebhookState = { registered: [], problems: [] };
/** The set-up may still be under way for this long after an install. */
const SET_UP_MS = 30_000;

export interface RetailerFilter {
  readonly platform?: Platform | undefined;
  readonly externalId?: string | undefined;
  /** A part of the name; case does not matter. */
  readonly name?: string | undefined;
  readonly status?: RetailerStatus | undefined;
  /** Only stores that have not granted every permission. */
  readonly missesScopes?: boolean | undefined;
}

/** The store's own record, for the retailer's row and its default brand. */
export interface SavedStoreRecord extends Pick<
  Retailer,
  'storeId' | 'name' | 'currency' | 'timeZone' | 'language' | 'storefrontUrl'
> {
  readonly retailerId: string;
  readonly brandId: string;
  readonly sender: StoreSender;
}

/** All reads and writes of retailers, and the names of their brands. Plain SQL merges into the JSON of a column. */
@Injectable()
export class RetailersRepository {
  constructor(private readonly database: Database) {}

  /** Plain SQL, because every request with a token runs it. */
  async find(id: string, sql: Sql = this.database.acrossRetailers): Promise<Retailer | undefined> {
    if (!isUuid(id)) return undefined;
    const [row] = await sql.query<Retailer>(`SELECT ${columnsOf(Retailer, 'r')} FROM retailers r WHERE r.id = $1`, [
      id,
    ]);
    return row;
  }

  /** Plain SQL, because every batch of the intake runs it. */
  async findAll(tx: Tx, ids: readonly string[]): Promise<Map<string, Retailer>> {
    const rows = await tx.query<Retailer>(
      `SELECT ${columnsOf(Retailer, 'r')} FROM retailers r WHERE r.id = ANY ($1::uuid[])`,
      [ids],
    );
    return new Map(rows.map((row) => [row.id, row]));
  }

  async list(filter: RetailerFilter, limit: number, cursor?: string): Promise<Page<Retailer>> {
    const [after] = readCursor(cursor, [isUuid]) ?? [];
    const { platform, externalId, name, status, missesScopes = false } = filter;
    const rows = await this.database.acrossRetailers.using(Retailer, (retailers) =>
      retailers.find({
        where: {
          ...(platform === undefined ? {} : { platform }),
          ...(externalId === undefined ? {} : { externalId }),
          ...(name === undefined
            ? {}
            : { name: Raw((column) => `strpos(lower(${column}), lower(:name)) > 0`, { name }) }),
          ...(status === undefined ? {} : { status }),
          ...(missesScopes ? { missingScopes: Raw((column) => `cardinality(${column}) > 0`) } : {}),
          ...(after === undefined ? {} : { id: MoreThan(after) }),
        },
        order: { id: 'ASC' },
        take: limit + 1,
      }),
    );
    return pageOf(rows, limit, ({ id }) => [id]);
  }

  async brandsOf(retailerId: string): Promise<BrandName[]> {
    return this.database
      .of(retailerId)
      .using(Brand, (brands) =>
        brands.find({ select: NAME_ONLY, where: { retailerId }, order: { createdAt: 'ASC', id: 'ASC' } }),
      );
  }

  /** The brand, or 404. */
  async brand(id: string): Promise<BrandName> {
    const brand = isUuid(id)
      ? await this.database.acrossRetailers.using(Brand, (brands) =>
          brands.findOne({ select: NAME_ONLY, where: { id } }),
        )
      : null;
    if (!brand) throw notFound('brand');
    return brand;
  }

  /**
   * Saves an install or reinstall, whose set-up is then due. `installedAt` identifies the installation. It has whole
   * milliseconds, so that it stays the same as a JavaScript date.
   */
  async saveInstall(
    tx: Tx,
    { id, platform, externalId, missingScopes }: Pick<Retailer, 'id' | 'platform' | 'externalId' | 'missingScopes'>,
  ): Promise<void> {
    const install = {
      status: 'installed',
      missingScopes,
      installedAt: new Date(),
      uninstalledAt: null,
      setUpAt: null,
    } as const;
    await upsert(tx.repository(Retailer), { id, platform, externalId, name: externalId, ...install }, [
      'status',
      'missingScopes',
      'installedAt',
      'uninstalledAt',
      'setUpAt',
    ]);
  }

  async saveMissingScopes(tx: Tx, id: string, missingScopes: readonly string[]): Promise<void> {
    await tx.repository(Retailer).update({ id }, { missingScopes });
  }

  /** Creates the default brand. A reinstall keeps the existing one. */
  async saveDefaultBrand(tx: Tx, brand: BrandName): Promise<void> {
    await tx.repository(Brand).createQueryBuilder().insert().values(brand).orIgnore().execute();
  }

  /** Saves the store's own record. A brand that still has the domain as its name takes the store's name. */
  async saveStoreRecord(tx: Tx, { retailerId, brandId, sender, ...record }: SavedStoreRecord): Promise<void> {
    const [retailers, brands] = [tx.repository(Retailer), tx.repository(Brand)];
    const retailer = await retailers.findOneBy({ id: retailerId });
    if (!retailer) return;
    await brands.update({ retailerId, name: retailer.externalId }, { name: record.name });
    await brands.update({ retailerId, id: brandId }, { storeSender: sender });
    await retailers.update({ id: retailerId }, record);
  }

  /** Values that are not given stay. */
  async saveWebhooks(retailerId: string, webhooks: Partial<WebhookState>): Promise<void> {
    await this.database
      .of(retailerId)
      .execute(`UPDATE retailers SET webhooks = webhooks || $2::jsonb WHERE id = $1 AND status <> 'uninstalled'`, [
        retailerId,
        JSON.stringify(webhooks),
      ]);
  }

  /** Adds the counts to the earlier ones. */
  async addDrift(sql: Sql, retailerId: string, drift: WebhookDrift): Promise<void> {
    await sql.execute(
      `UPDATE retailers SET webhooks = webhooks || jsonb_build_object('drift', jsonb_build_object(
                'restoredTopics', coalesce((webhooks #>> '{drift,restoredTopics}')::int, 0) + $2::int,
                'lateRecords', coalesce((webhooks #>> '{drift,lateRecords}')::int, 0) + $3::int,
                'lastFoundAt', $4::text))
        WHERE id = $1 AND status <> 'uninstalled'`,
      [retailerId, drift.restoredTopics, drift.lateRecords, drift.lastFoundAt],
    );
  }

  /** Merges the change into the settings. Returns all settings. */
  async saveSettings(tx: Tx, retailerId: string, change: RetailerSettings): Promise<RetailerSettings> {
    const [row] = await tx.query<{ settings: RetailerSettings }>(
      `UPDATE retailers SET settings = settings || $2::jsonb WHERE id = $1 RETURNING settings`,
      [retailerId, JSON.stringify(change)],
    );
    return row?.settings ?? {};
  }

  async markSetUp(id: string, installedAt: Date): Promise<void> {
    await this.database
      .of(id)
      .using(Retailer, (retailers) => retailers.update({ id, installedAt }, { setUpAt: new Date() }));
  }

  /** Installed stores whose set-up is still due some time after the install: its job may be lost. */
  async forgottenSetUps(platform: Platform): Promise<string[]> {
    const installedAt = LessThan(new Date(Date.now() - SET_UP_MS));
    const rows = await this.database.acrossRetailers.using(Retailer, (retailers) =>
      retailers.find({
        select: { id: true },
        where: { platform, status: 'installed', setUpAt: IsNull(), installedAt },
        take: 100,
      }),
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Marks that the platform refuses the tokens of this installation. A later one, which has other tokens, is not
   * marked.
   */
  async markNeedsReauth(id: string, installedAt: Date, sql: Sql = this.database.of(id)): Promise<void> {
    await sql.using(Retailer, (retailers) =>
      retailers.update({ id, status: 'installed', installedAt }, { status: 'needs_reauth' }),
    );
  }

  /**
   * Marks the retailer as uninstalled since `at` and deletes tokens and secrets. False if the present installation is
   * later than `at` (a late message after a reinstall), or if the retailer is uninstalled already.
   */
  async markUninstalled(tx: Tx, id: string, at: Date): Promise<boolean> {
    const { affected } = await tx
      .repository(Retailer)
      .update(
        { id, status: Not('uninstalled'), installedAt: LessThanOrEqual(at) },
        { status: 'uninstalled', uninstalledAt: at, webhooks: NO_WEBHOOKS },
      );
    if (!affected) return false;
    await tx.repository(Credentials).delete({ retailerId: id });
    await tx.repository(MultipassSecret).delete({ retailerId: id });
    return true;
  }

  /** Locks the installation's status until the transaction ends. Undefined for an unknown retailer. */
  async holdStatus(tx: Tx, id: string): Promise<RetailerStatus | undefined> {
    const retailer = await tx.repository(Retailer).findOne({
      select: { id: true, status: true },
      where: { id },
      lock: { mode: 'pessimistic_read' },
    });
    return retailer?.status;
  }

  /** Marks a store as uninstalled, and clears its row except its address and the times of install and uninstall. */
  strip(tx: Tx, retailerId: string): Promise<number> {
    return tx.execute(
      `UPDATE retailers
          SET name = external_id, store_id = NULL, currency = NULL, time_zone = NULL, language = NULL, storefront_url = NULL,
              missing_scopes = '{}',
              settings = '{}', webhooks = '{"registered":[],"problems":[]}', set_up_at = NULL,
              status = 'uninstalled', uninstalled_at = coalesce(uninstalled_at, $2)
        WHERE id = $1 AND (name <> external_id OR currency IS NOT NULL OR storefront_url IS NOT NULL
              OR status <> 'uninstalled' OR settings <> '{}')`,
      [retailerId, new Date()],
    );
  }
}
