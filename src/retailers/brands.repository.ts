import { Injectable } from '@nestjs/common';
import { columnsOf, Database, type Sql, type Tx } from '#libs/database';
import { isUuid, notFound, type Page, pageOf, readCursor } from '#libs/kernel';
import { MoreThan } from 'typeorm';
import { Brand } from './brand.entity.js';

/** All reads and writes of brand kits. */
@Injectable()
export class BrandsRepository {
  constructor(private readonly database: Database) {}

  /** The brand, or 404. Plain SQL, because every request for an image runs it. */
  async get(id: string, sql: Sql = this.database.acrossRetailers): Promise<Brand> {
    const [brand] = isUuid(id)
      ? await sql.query<Brand>(`SELECT ${columnsOf(Brand, 'b')} FROM brands b WHERE b.id = $1`, [id])
      : [];
    if (!brand) throw notFound('brand');
    return brand;
  }

  /** The brands of a retailer, sorted by id. */
  async list(retailerId: string, limit: number, cursor?: string): Promise<Page<Brand>> {
    const [after] = readCursor(cursor, [isUuid]) ?? [];
    const rows = await this.database.of(retailerId).using(Brand, (brands) =>
      brands.find({
        where: { retailerId, ...(after === undefined ? {} : { id: MoreThan(after) }) },
        order: { id: 'ASC' },
        take: limit + 1,
      }),
    );
    return pageOf(rows, limit, ({ id }) => [id]);
  }

  /** Reads the brand again and locks it until the transaction ends. */
  async lock(tx: Tx, { retailerId, id }: Brand): Promise<Brand> {
    const lock = { mode: 'pessimistic_write' } as const;
    const brand = await tx.repository(Brand).findOne({ where: { retailerId, id }, lock });
    if (!brand) throw notFound('brand');
    return brand;
  }

  async save(tx: Tx, { retailerId, id, name, kit, version }: Brand): Promise<void> {
    await tx.repository(Brand).update({ retailerId, id }, { name, kit, version });
  }
}
