import { Injectable } from '@nestjs/common';
import { Database, type Sql, type Tx } from '#libs/database';
import { isUuid, notFound, type Page, pageOf, readCursor } from '#libs/kernel';
import type { StoreSender } from './brand-kit.js';
import type { Platform, RetailerSettings, RetailerStatus, WebhookDrift, WebhookState } from './retailer.entity.js';

export interface RetailerRow {
  readonly id: string;
  readonly platform: Platform;
  readonly externalId: string;
  /** The platform's number of the store; null while it is not known. */
  readonly storeId: string | null;
  readonly name: string;
  readonly status: RetailerStatus;
  readonly currency: string | null;
  readonly timeZone: string | null;
  readonly storefrontUrl: string | null;
  readonly missingScopes: readonly string[];
  readonly settings: RetailerSettings;
  readonly webhooks: WebhookState;
  readonly installedAt: Date;
  readonly uninstalledAt: Date | null;
  readonly setUpAt: Date | null;
}

export interface BrandRow {
  readonly retailerId: string;
  readonly id: string;
  readonly name: string;
}

const COLUMNS = `r.id, r.platform, r.external_id AS "externalId", r.store_id AS "storeId", r.name, r.status, r.currency,
  r.time_zone AS "timeZone", r.storefront_url AS "storefrontUrl", r.missing_scopes AS "missingScopes", r.settings, r.webhooks,
  r.installed_at AS "installedAt",
  r.uninstalled_at AS "uninstalledAt", r.set_up_at AS "setUpAt"`;

export interface RetailerFilter {
  readonly platform?: string | undefined;
  readonly externalId?: string | undefined;
  /** A part of the name, in small or capital letters. */
  readonly name?: string | undefined;
}

/** All SQL of retailers and brands. */
@Injectable()
export class RetailersRepository {
  constructor(private readonly database: Database) {}

  async find(id: string, sql: Sql = this.database.acrossRetailers): Promise<RetailerRow | undefined> {
    if (!isUuid(id)) return undefined;
    const rows = await sql.query<RetailerRow>(`SELECT ${COLUMNS} FROM retailers r WHERE r.id = $1`, [id]);
    return rows[0];
  }

  async findAll(tx: Tx, ids: readonly string[]): Promise<Map<string, RetailerRow>> {
    const rows = await tx.query<RetailerRow>(`SELECT ${COLUMNS} FROM retailers r WHERE r.id = ANY ($1::uuid[])`, [ids]);
    return new Map(rows.map((row) => [row.id, row]));
  }

  async list(filter: RetailerFilter, limit: number, cursor?: string): Promise<Page<RetailerRow>> {
    const [after] = readCursor(cursor, [isUuid]) ?? [];
    const rows = await this.database.acrossRetailers.query<RetailerRow>(
      `SELECT ${COLUMNS} FROM retailers r
        WHERE ($1::text IS NULL OR r.platform = $1) AND ($2::text IS NULL OR r.external_id = $2)
          AND ($3::uuid IS NULL OR r.id > $3::uuid)
          AND ($5::text IS NULL OR strpos(lower(r.name), lower($5)) > 0)
        ORDER BY r.id LIMIT $4`,
      [filter.platform ?? null, filter.externalId ?? null, after ?? null, limit + 1, filter.name ?? null],
    );
    return pageOf(rows, limit, ({ id }) => [id]);
  }

  async brandsOf(retailerId: string): Promise<BrandRow[]> {
    return this.database
      .of(retailerId)
      .query<BrandRow>(
        `SELECT retailer_id AS "retailerId", id, name FROM brands WHERE retailer_id = $1 ORDER BY created_at, id`,
        [retailerId],
      );
  }

  /** The brand, or 404. */
  async brand(id: string): Promise<BrandRow> {
    const rows = isUuid(id)
      ? await this.database.acrossRetailers.query<BrandRow>(
          `SELECT retailer_id AS "retailerId", id, name FROM brands WHERE id = $1`,
          [id],
        )
      : [];
    if (!rows[0]) throw notFound('brand');
    return rows[0];
  }

  /**
   * An install or reinstall: the store is ours from now on and its set-up is due. The time is cut to milliseconds, so
   * that it survives a JavaScript date and can be compared as the name of this installation.
   */
  async saveInstall(
    tx: Tx,
    retailer: Pick<RetailerRow, 'id' | 'platform' | 'externalId' | 'missingScopes'>,
  ): Promise<void> {
    await tx.execute(
      `INSERT INTO retailers (id, platform, external_id, name, status, missing_scopes, installed_at)
       VALUES ($1, $2, $3, $3, 'installed', $4, date_trunc('milliseconds', clock_timestamp()))
       ON CONFLICT (id) DO UPDATE SET status = 'installed', missing_scopes = excluded.missing_scopes,
         installed_at = excluded.installed_at, uninstalled_at = NULL, set_up_at = NULL`,
      [retailer.id, retailer.platform, retailer.externalId, retailer.missingScopes],
    );
  }

  async saveMissingScopes(tx: Tx, id: string, missingScopes: readonly string[]): Promise<void> {
    await tx.execute(`UPDATE retailers SET missing_scopes = $2 WHERE id = $1 AND missing_scopes <> $2`, [
      id,
      missingScopes,
    ]);
  }

  /** One default brand; a reinstall keeps the one that is there. */
  async saveDefaultBrand(tx: Tx, brand: BrandRow): Promise<void> {
    await tx.execute(
      `INSERT INTO brands (retailer_id, id, name) VALUES ($1, $2, $3) ON CONFLICT (retailer_id, id) DO NOTHING`,
      [brand.retailerId, brand.id, brand.name],
    );
  }

  /** The store's own record. The default brand takes the store's name as long as it bears the domain, and its sender. */
  async saveStoreRecord(
    tx: Tx,
    record: {
      readonly retailerId: string;
      readonly storeId: string | null;
      readonly name: string;
      readonly currency: string;
      readonly timeZone: string;
      readonly storefrontUrl: string | null;
      readonly brandId: string;
      readonly sender: StoreSender;
    },
  ): Promise<void> {
    const { retailerId, storeId, name, currency, timeZone, storefrontUrl, brandId, sender } = record;
    await tx.execute(
      `UPDATE brands b SET name = $2 FROM retailers r WHERE r.id = $1 AND b.retailer_id = r.id AND b.name = r.external_id`,
      [retailerId, name],
    );
    await tx.execute(`UPDATE brands SET store_sender = $3 WHERE retailer_id = $1 AND id = $2`, [
      retailerId,
      brandId,
      JSON.stringify(sender),
    ]);
    await tx.execute(
      `UPDATE retailers SET name = $2, currency = $3, time_zone = $4, storefront_url = $5, store_id = $6 WHERE id = $1`,
      [retailerId, name, currency, timeZone, storefrontUrl, storeId],
    );
  }

  /** What is not said stays. */
  async saveWebhooks(retailerId: string, webhooks: Partial<WebhookState>): Promise<void> {
    await this.database
      .of(retailerId)
      .execute(`UPDATE retailers SET webhooks = webhooks || $2::jsonb WHERE id = $1 AND status <> 'uninstalled'`, [
        retailerId,
        JSON.stringify(webhooks),
      ]);
  }

  /** Adds to what was found amiss before. */
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

  /** Merges the change into the settings; returns all of them. */
  async saveSettings(tx: Tx, retailerId: string, change: RetailerSettings): Promise<RetailerSettings> {
    const [row] = await tx.query<{ settings: RetailerSettings }>(
      `UPDATE retailers SET settings = settings || $2::jsonb WHERE id = $1 RETURNING settings`,
      [retailerId, JSON.stringify(change)],
    );
    return row?.settings ?? {};
  }

  async markSetUp(retailerId: string, installedAt: Date): Promise<void> {
    await this.database
      .of(retailerId)
      .execute(`UPDATE retailers SET set_up_at = clock_timestamp() WHERE id = $1 AND installed_at = $2`, [
        retailerId,
        installedAt,
      ]);
  }

  /** Installed stores whose set-up is still due a while after the install. */
  async forgottenSetUps(platform: Platform): Promise<string[]> {
    const rows = await this.database.acrossRetailers.query<{ id: string }>(
      `SELECT id FROM retailers
        WHERE platform = $1 AND status = 'installed' AND set_up_at IS NULL
          AND installed_at < now() - interval '30 seconds' LIMIT 100`,
      [platform],
    );
    return rows.map(({ id }) => id);
  }

  /** The platform refuses the tokens of the installation of that time; a younger one has others. */
  async markNeedsReauth(retailerId: string, installedAt: Date, sql: Sql = this.database.of(retailerId)): Promise<void> {
    await sql.execute(
      `UPDATE retailers SET status = 'needs_reauth' WHERE id = $1 AND status = 'installed' AND installed_at = $2`,
      [retailerId, installedAt],
    );
  }

  /**
   * Off since `at`, tokens and secrets erased; false where the present install is younger than that (a late message after a
   * reinstall) or it was off already.
   */
  async markUninstalled(tx: Tx, retailerId: string, at: Date): Promise<boolean> {
    const written = await tx.execute(
      `UPDATE retailers SET status = 'uninstalled', uninstalled_at = $2, webhooks = '{"registered":[],"problems":[]}'
        WHERE id = $1 AND status <> 'uninstalled' AND installed_at <= $2`,
      [retailerId, at],
    );
    if (written > 0) await this.forgetSecrets(tx, retailerId);
    return written > 0;
  }
  private async forgetSecrets(tx: Tx, retailerId: string): Promise<void> {
    await tx.execute(`DELETE FROM retailer_credentials WHERE retailer_id = $1`, [retailerId]);
    await tx.execute(`DELETE FROM multipass_secrets WHERE retailer_id = $1`, [retailerId]);
  }

  /** The installation's state, which stays as it is until the transaction ends; undefined for an unknown store. */
  async holdStatus(tx: Tx, retailerId: string): Promise<RetailerStatus | undefined> {
    const [row] = await tx.query<{ status: RetailerStatus }>(`SELECT status FROM retailers WHERE id = $1 FOR SHARE`, [
      retailerId,
    ]);
    return row?.status;
  }

  /** Leaves of a store that is gone its address, its state and the times. */
  strip(tx: Tx, retailerId: string): Promise<number> {
    return tx.execute(
      `UPDATE retailers
          SET name = external_id, store_id = NULL, currency = NULL, time_zone = NULL, storefront_url = NULL, missing_scopes = '{}',
              settings = '{}', webhooks = '{"registered":[],"problems":[]}', set_up_at = NULL,
              status = 'uninstalled', uninstalled_at = coalesce(uninstalled_at, now())
        WHERE id = $1 AND (name <> external_id OR currency IS NOT NULL OR storefront_url IS NOT NULL
              OR status <> 'uninstalled' OR settings <> '{}')`,
      [retailerId],
    );
  }
}
