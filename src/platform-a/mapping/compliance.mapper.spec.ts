import { describe, expect, it } from 'vitest';
import { Unreadable } from '../../stores/unreadable.js';
import { mapCompliance } from './compliance.mapper.js';
import { readObject } from './delivery.mapper.js';

const SHOP = 'shop1.myshopify.com';
const map = (topic: Parameters<typeof mapCompliance>[0], body: object | string) =>
  mapCompliance(topic, readObject(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))));

describe('mapCompliance', () => {
  it('reads a request for data', () => {
    const customer = { id: 191_167, email: 'John@Example.com ', phone: '555-625-1199' };
    expect(
      map('customers/data_request', { shop_domain: SHOP, customer, orders_requested: [1, 2], data_request: { id: 9 } }),
    ).toEqual({
      kind: 'data_request',
      reference: '9',
      subject: { externalId: '191167', email: 'john@example.com', phone: '555-625-1199', orderIds: ['1', '2'] },
    });
  });

  it('keeps ids exact', () => {
    const body = `{"shop_domain":"${SHOP}","customer":{"id":820982911946154508},"orders_to_redact":[910982911946154509]}`;
    expect(map('customers/redact', body)).toMatchObject({
      subject: { externalId: '820982911946154508', email: null, orderIds: ['910982911946154509'] },
    });
  });

  it('reads the end of a store', () => {
    expect(map('shop/redact', { shop_domain: SHOP })).toEqual({
      kind: 'retailer_redact',
      subject: undefined,
      reference: null,
    });
  });

  it.each([
    ['no shop', {}],
    ['a shop that is no text', { shop_domain: 1 }],
    ['nobody', { shop_domain: SHOP, customer: {} }],
    ['an id that is none', { shop_domain: SHOP, customer: { id: '7 OR 1=1' } }],
    ['an order that is none', { shop_domain: SHOP, customer: { id: 7 }, orders_to_redact: ['x'] }],
    ['no object', '[1]'],
  ])('refuses %s', (_, body) => {
    expect(() => map('customers/redact', body)).toThrow(Unreadable);
  });
});
