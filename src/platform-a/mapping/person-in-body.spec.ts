import { describe, expect, it } from 'vitest';
import { personInBody } from './person-in-body.js';

const person = {
  externalIds: ['820982911946154508', '7'],
  orderIds: ['50', '910982911946154508'],
  emails: ['jo.o@example.com'],
  phones: ['+1 (555) 625-1199'],
};
const relation = (topic: string, text: string) => personInBody(topic, Buffer.from(text), person);

describe('a body is theirs', () => {
  it.each([
    ['customers/update', '{"id":7}'],
    ['customers/update', '{"id":820982911946154508}'],
    ['orders/create', '{"id":1,"customer":{"id":7}}'],
    ['orders/create', '{"id":1,"customer":{"default_address":{"id":3,"customer_id":7}}}'],
    ['orders/create', '{"id":50}'],
    ['orders/updated', '{"id":910982911946154508,"customer":null}'],
    ['refunds/create', '{"id":2,"order_id":50}'],
    ['refunds/create', '{"id":2,"order":{"id":50}}'],
    ['customers_email_marketing_consent/update', '{"customer_id":"7"}'],
    ['customer.tags_added', String.raw`{"customerId":"gid:\/\/shopify\/Customer\/7"}`],
    ['customers/redact', '{"customer":{"id":7},"orders_to_redact":[]}'],
    ['customers/redact', '{"customer":{"id":8},"orders_to_redact":[1,50]}'],
    ['anything', '{"a":[[{"b":"gid://shopify/Order/50?x"}]]}'],
    ['orders/create', '{"broken":"gid:\\/\\/shopify\\/Customer\\/7"'],
  ])('%s %s', (topic, text) => {
    expect(relation(topic, text)).toBe('theirs');
  });
});

describe('a body mentions them', () => {
  it.each([
    ['in any case', '{"email":"Jo.O@EXAMPLE.com"}'],
    ['escaped', String.raw`{"email":"\u006ao.o\u0040example.com"}`],
    ['in the midst of a text', '{"note":"write to <jo.o@example.com>, please."}'],
    ['at the end of a sentence', '{"note":"It is jo.o@example.com."}'],
    ['with spaces in the number', '{"phone":"+1 555 625 1199"}'],
    ['with a number without its country', '{"phone":"555-625-1199"}'],
    ['deep down', `${'{"a":['.repeat(3_000)}"jo.o@example.com"${']}'.repeat(3_000)}`],
    ['in what is no JSON', '{"email":"jo.o@example.com"'],
    ['escaped in what is no JSON', String.raw`{"email":"jo.o\u0040example.com"`],
  ])('%s', (_, text) => {
    expect(relation('orders/create', text)).toBe('mentioned');
  });
});

describe('a body has nothing of them', () => {
  it.each([
    ['another customer', 'orders/create', '{"id":1,"customer":{"id":70}}'],
    [
      'a quantity and a product of their number',
      'orders/create',
      '{"line_items":[{"id":7,"product_id":7,"quantity":7}]}',
    ],
    ['a product with the number of their order', 'products/update', '{"id":50}'],
    ['an address that ends in theirs', 'orders/create', '{"email":"banjo.o@example.com"}'],
    ['an address that begins with theirs', 'orders/create', '{"email":"jo.o@example.com.au"}'],
    ['an address with any letter for the dot', 'orders/create', '{"email":"joxo@example.com"}'],
    ['an id that their number is part of', 'orders/create', '{"token":"a15556251199"}'],
    ['another 64-bit id', 'customers/update', '{"id":820982911946154509}'],
  ])('%s', (_, topic, text) => {
    expect(relation(topic, text)).toBeUndefined();
  });
});
