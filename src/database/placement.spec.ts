import { describe, expect, it } from 'vitest';
import { placementsOf, type SchemaTable } from './placement.js';

const table = (name: string, columns: string[], ...refersTo: string[]): SchemaTable => ({ name, columns, refersTo });

const RETAILERS = table('retailers', ['id']);

describe('placementsOf', () => {
  it('places each table by its retailer, after the tables that it refers to', () => {
    const brands = table('brands', ['retailer_id', 'id'], 'retailers');
    const segments = table('segments', ['retailer_id', 'id', 'parent'], 'brands', 'segments');
    expect(placementsOf([segments, brands, RETAILERS])).toEqual([
      { table: 'retailers', column: 'id' },
      { table: 'brands', column: 'retailer_id' },
      { table: 'segments', column: 'retailer_id' },
    ]);
  });

  it('leaves out the tables that have a reason to stay on the coordinator', () => {
    expect(placementsOf([table('migrations', ['id'])])).toEqual([]);
  });

  it('throws for a table without a retailer, and for foreign keys in a circle', () => {
    expect(() => placementsOf([RETAILERS, table('strays', ['id'])])).toThrow('strays has no retailer_id');
    const [hen, egg] = [table('hens', ['retailer_id'], 'eggs'), table('eggs', ['retailer_id'], 'hens')];
    expect(() => placementsOf([hen, egg, RETAILERS])).toThrow('foreign keys in a circle: hens, eggs');
  });
});
