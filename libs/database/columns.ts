import { getMetadataArgsStorage } from 'typeorm';
import { snakeCase } from './snake-case.strategy.js';

type Class = abstract new () => unknown;

/**
 * The columns of an entity for a SELECT or RETURNING of plain SQL, each under the name of its property: `s.id,
 * s.brand_id AS "brandId"`. `only` limits them to these properties. A row of the columns is the entity, or a `Pick` of
 * it. Throws where a name is not a column. Call it while the file loads, so that the start of the service finds the
 * mistake.
 */
export function columnsOf<E extends object>(
  entity: new () => E,
  alias: string,
  only?: readonly (keyof E & string)[],
): string {
  const columns = columnNames(entity);
  return (only ?? [...columns.keys()]).map((property) => selected(alias, property, columns.get(property))).join(', ');
}

/** The column of each property of an entity, with those that its parent classes declare. */
export const columnNames = (entity: Class): ReadonlyMap<string, string> =>
  new Map(
    getMetadataArgsStorage()
      .filterColumns(ancestry(entity))
      .map(({ propertyName, options }) => [propertyName, options.name ?? snakeCase(propertyName)]),
  );

function selected(alias: string, property: string, column: string | undefined): string {
  if (column === undefined) throw new Error(`${property} is not a column of the entity`);
  return `${alias}.${column}${column === property ? '' : ` AS "${property}"`}`;
}

function ancestry(entity: Class): Class[] {
  const parent: unknown = Object.getPrototypeOf(entity);
  return parent === Function.prototype ? [entity] : [entity, ...ancestry(parent as Class)];
}
