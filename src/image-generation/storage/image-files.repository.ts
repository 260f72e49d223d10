import { Injectable } from '@nestjs/common';
import { Database, type Sql, type Tx, upsert } from '#libs/database';
import { In, MoreThan } from 'typeorm';
import { ImageSource } from './image-source.entity.js';
import { ImageFile } from './image-file.entity.js';

/** All reads and writes of the retailers' uses of files, and of the addresses that source images came from. */
@Injectable()
export class ImageFilesRepository {
  constructor(private readonly database: Database) {}

  async save(tx: Tx, retailerId: string, key: string, bytes: number): Promise<void> {
    const file = { retailerId, key, bytes };
    await tx.repository(ImageFile).createQueryBuilder().insert().values(file).orIgnore().execute();
  }

  async keysOf(sql: Sql, retailerId: string): Promise<string[]> {
    const files = await sql.using(ImageFile, (rows) => rows.findBy({ retailerId }));
    return files.map(({ key }) => key);
  }

  /** Returns the number of deleted rows: 0 if another run was faster. */
  async forget(tx: Tx, retailerId: string, key: string): Promise<number> {
    return (await tx.repository(ImageFile).delete({ retailerId, key })).affected ?? 0;
  }

  /** Whether any retailer uses the file. */
  isUsed(tx: Tx, key: string): Promise<boolean> {
    return tx.repository(ImageFile).existsBy({ key });
  }

  /** The content hashes of addresses that were fetched within the last `seconds`, by the hash of the address. */
  async freshSources(retailerId: string, urlHashes: readonly string[], seconds: number): Promise<Map<string, string>> {
    const where = {
      retailerId,
      urlHash: In([...urlHashes]),
      fetchedAt: MoreThan(new Date(Date.now() - seconds * 1_000)),
    };
    const rows = await this.database.of(retailerId).using(ImageSource, (sources) => sources.findBy(where));
    return new Map(rows.map(({ urlHash, contentHash }) => [urlHash, contentHash]));
  }

  async saveSource(retailerId: string, urlHash: string, contentHash: string): Promise<void> {
    await this.database
      .of(retailerId)
      .using(ImageSource, (sources) => upsert(sources, { retailerId, urlHash, contentHash, fetchedAt: new Date() }));
  }
}
