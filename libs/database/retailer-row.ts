import { JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';

/** A row of one retailer, whose id is the first column of the key. */
export abstract class RetailerRow {
  @PrimaryColumn({ type: 'uuid' })
  retailerId!: string;
}

/** Which property of the other entity the column holds, and whether this row is deleted with the other row. */
interface Reference {
  readonly refs?: string;
  readonly onDelete?: 'CASCADE' | 'NO ACTION';
}

/**
 * A foreign key to a row of the same retailer, by the retailer's id and the named column. Without a column the foreign
 * key is to the retailer itself.
 */
export const BelongsTo =
  (entity: () => new () => object, column?: string, { refs = 'id', onDelete = 'CASCADE' }: Reference = {}) =>
  (target: object, property: string): void => {
    ManyToOne(entity, { onDelete })(target, property);
    const own = { name: 'retailer_id', referencedColumnName: column === undefined ? 'id' : 'retailerId' };
    JoinColumn(column === undefined ? [own] : [own, { name: column, referencedColumnName: refs }])(target, property);
  };
