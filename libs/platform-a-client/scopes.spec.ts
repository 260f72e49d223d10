import { describe, expect, it } from 'vitest';

import { compressScopes, missingScopes } from './index.js';

describe('scopes', () => {
  it('lets write cover read, and not the reverse', () => {
    expect(missingScopes('write_orders', 'read_orders')).toEqual([]);
    expect(missingScopes('read_orders', 'write_orders')).toEqual(['write_orders']);
    expect(missingScopes('unauthenticated_write_checkouts', 'unauthenticated_read_checkouts')).toEqual([]);
    expect(missingScopes('unauthenticated_write_checkouts', 'read_checkouts')).toEqual(['read_checkouts']);
  });

  it('names what is missing', () => {
    const requested = 'read_orders,read_customers,read_products';
    expect(missingScopes('write_products, read_orders', requested)).toEqual(['read_customers']);
    expect(missingScopes('', requested)).toEqual(['read_orders', 'read_customers', 'read_products']);
    expect(missingScopes('write_orders,read_customers,read_products,read_all_orders', requested)).toEqual([]);
  });

  it('asks for no scope that another one brings', () => {
    expect(compressScopes('read_orders,write_orders, read_customers,,read_customers')).toEqual([
      'write_orders',
      'read_customers',
    ]);
  });
});
