import { Column, Entity, ManyToOne, PrimaryColumn } from 'typeorm';
import { describe, expect, it } from 'vitest';
import { columnsOf } from './columns.js';

@Entity({ name: 'owners' })
class Owner {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;
}

@Entity({ name: 'pets' })
class Pet {
  @PrimaryColumn({ type: 'uuid' })
  ownerId!: string;

  @Column({ type: 'text', name: 'called' })
  name!: string;

  @ManyToOne(() => Owner)
  owner?: Owner;
}

describe('columnsOf', () => {
  it('selects every column under the name of its property, and no relation', () => {
    expect(columnsOf(Pet, 'p')).toBe('p.owner_id AS "ownerId", p.called AS "name"');
    expect(columnsOf(Owner, 'o')).toBe('o.id');
  });

  it('selects only the named columns, in that order', () => {
    expect(columnsOf(Pet, 'p', ['name', 'ownerId'])).toBe('p.called AS "name", p.owner_id AS "ownerId"');
  });

  it('throws for a property that is not a column', () => {
    expect(() => columnsOf(Pet, 'p', ['owner'])).toThrow('owner is not a column of the entity');
  });
});
