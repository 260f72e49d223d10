import { Injectable } from '@nestjs/common';
import { Database, type Sql, type Tx } from '#libs/database';
import { isUuid, notFound, type Page, pageOf, readCursor } from '#libs/kernel';
import type { StoredKit, StoreSender } from './brand-kit.js';

export interface StoredBrand {
  readonly retailerId: string;
  readonly id: string;
  readonly name: string;
  readonly kit: StoredKit;
  readonly storeSender: StoreSender;
  readonly version: number;
}

const COLUMNS = `retailer_id AS "retailerId", id, name, kit, store_sender AS "storeSender", version`;

/** All SQL of brand kits. */
@Injectable()
export class BrandsRepository {
  constructor(private readonly database: Database) {}

  /** The brand, or 404. */
  async get(id: string, sql: Sql = this.database.acrossRetailers): Promise<StoredBrand> {
    const rows = isUuid(id) ? await sql.query<StoredBrand>(`SELECT ${COLUMNS} FROM brands WHERE id = $1`, [id]) : [];
    if (!rows[0]) throw notFound('brand');
    return rows[0];
  }

  /** The retailer's, sorted by id. */
  async list(retailerId: string, limit: number, cursor?: string): Promise<Page<StoredBrand>> {
    const [after] = readCursor(cursor, [isUuid]) ?? [];
    const rows = await this.database
      .of(retailerId)
      .query<StoredBrand>(
        `SELECT ${COLUMNS} FROM brands WHERE retailer_id = $1 AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT $3`,
        [retailerId, after ?? null, limit + 1],
      );
    return pageOf(rows, limit, ({ id }) => [id]);
  }

  /** The same, held until the transaction ends. */
  async lock(tx: Tx, { retailerId, id }: StoredBrand): Promise<StoredBrand> {
    const [row] = await tx.query<StoredBrand>(
      `SELECT ${COLUMNS} FROM brands WHERE retailer_id = $1 AND id = $2 FOR UPDATE`,
      [retailerId, id],
    );
    if (!row) throw notFound('brand');
    return row;
  }

  async save(tx: Tx, { retailerId, id, name, kit, version }: Omit<StoredBrand, 'storeSender'>): Promise<void> {
    await tx.execute(`UPDATE brands SET name = $3, kit = $4, version = $5 WHERE retailer_id = $1 AND id = $2`, [
      retailerId,
      id,
      name,
      JSON.stringify(kit),
      version,
    ]);
  }
}
