import type { ObjectLiteral, QueryDeepPartialEntity, Repository } from 'typeorm';

/**
 * Inserts the row, or updates the row with the same primary key. An update sets the properties in `overwrite`, by
 * default all given ones. Unlike TypeORM's own upsert it does not write the key, which a distributed Postgres refuses.
 */
export async function upsert<E extends ObjectLiteral>(
  rows: Repository<E>,
  values: QueryDeepPartialEntity<E>,
  overwrite: readonly (keyof E & string)[] = Object.keys(values),
): Promise<void> {
  const { columns, primaryColumns } = rows.metadata;
  const overwritten = columns.filter((column) => !column.isPrimary && overwrite.includes(column.propertyName));
  await rows
    .createQueryBuilder()
    .insert()
    .values(values)
    .orUpdate(
      overwritten.map(({ databaseName }) => databaseName),
      primaryColumns.map(({ databaseName }) => databaseName),
    )
    .updateEntity(false)
    .execute();
}
