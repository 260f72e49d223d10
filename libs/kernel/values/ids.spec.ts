import fc from 'fast-check';
import { v5 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { entityId, isUuid, retailerIdOf } from './ids.js';

const STORE = retailerIdOf('platform-a', 'shop1.myshopify.com');

describe('ids', () => {
  it('equal the UUIDv5 of another implementation', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ unit: 'binary' }), fc.uuid(), (kind, name, namespace) => {
        expect(entityId(namespace, kind, name)).toBe(v5(`${kind}:${name}`, namespace));
      }),
    );
  });

  it('never change, because stored rows have them', () => {
    expect(STORE).toBe('3a6e3fcf-9f48-554a-a8be-292800b237af');
    expect(isUuid(STORE)).toBe(true);
  });

  it('differ between stores, kinds of records and records', () => {
    const ids = [
      STORE,
      retailerIdOf('platform-b', 'shop1.myshopify.com'),
      entityId(STORE, 'customer', '1'),
      entityId(STORE, 'order', '1'),
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });
});
