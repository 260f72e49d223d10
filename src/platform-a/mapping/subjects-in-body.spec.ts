import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { subjectsOf } from '../../personal-data/subjects.js';
import { personInBody } from './person-in-body.js';
import { subjectsInBody } from './subjects-in-body.js';

const ADDRESSES = ['jo@example.com', 'j.o+x@ex-ample.co.uk', 'a@b', 'jö@müller.com', '"a b"@c.org', 'x@y@z.net'];
const PHONES = ['+1 (555) 625-1199', '5556251199', '+49 30 1234567 ext. 9', '030/123 45 67', '555.625.1199x7'];

const around = fc.constantFrom('', ' ', '.', '-', '..', '.-', '<', '>', ', ', 'x', '7', '@', '\n', '"', 'é', '=', '()');
const named = fc.oneof(
  fc.constantFrom(...ADDRESSES, ...ADDRESSES.map((address) => address.toUpperCase()), ...PHONES),
  fc.constantFrom('+15556251199', '625-1199', '555 625 1199', 'gid://shopify/Customer/7', 'gid://shopify/Order/50?x'),
  fc.string({ maxLength: 8 }),
);
const text = fc.array(fc.tuple(around, named, around), { maxLength: 3 }).map((parts) => parts.flat().join(''));
const key = fc.constantFrom('id', 'customer', 'customer_id', 'order_id', 'orders_to_redact', 'note', 'phone', 'lines');
const leaf = fc.oneof(text, fc.constantFrom(7, 50, 8, '7', '50', null, true));
const body = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie('value'), { maxLength: 3 }), tie('object')),
  object: fc.dictionary(key, tie('value'), { maxKeys: 4 }),
})).object;
const written = fc.oneof(
  body.map((value) => JSON.stringify(value)),
  body.map((value) => JSON.stringify(value).slice(0, -1)),
  body.map((value) =>
    JSON.stringify(value)
      .replaceAll('@', String.raw`\u0040`)
      .replaceAll('/', String.raw`\/`),
  ),
);
const person = fc.record({
  externalIds: fc.subarray(['7', '9']),
  orderIds: fc.subarray(['50', '51']),
  emails: fc.subarray(ADDRESSES),
  phones: fc.subarray(PHONES),
});

describe('the subjects of a body', () => {
  it('include one of every person that the body belongs to or mentions', () => {
    let related = 0;
    fc.assert(
      fc.property(fc.constantFrom('orders/create', 'customers/update', 'x'), written, person, (topic, json, wanted) => {
        const bytes = Buffer.from(json);
        if (!personInBody(topic, bytes, wanted)) return;
        related += 1;
        const subjects = subjectsInBody(topic, bytes);
        expect(subjectsOf(wanted).some((subject) => subjects.has(subject))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
    expect(related).toBeGreaterThan(200);
  });

  it('are few for an ordinary order', () => {
    const order = {
      id: 50,
      admin_graphql_api_id: 'gid://shopify/Order/50',
      created_at: '2026-05-01T10:00:00-04:00',
      email: 'Jo@Example.com',
      phone: '+1 555 625 1199',
      total_price: '1234567.00',
      customer: { id: 7, admin_graphql_api_id: 'gid://shopify/Customer/7', email: 'jo@example.com' },
      line_items: [
        { id: 866550311766439020n.toString(), admin_graphql_api_id: 'gid://shopify/LineItem/866550311766439020' },
      ],
    };
    const subjects = [...subjectsInBody('orders/create', Buffer.from(JSON.stringify(order)))];
    expect(subjects.filter((subject) => !subject.startsWith('phone:'))).toEqual(
      expect.arrayContaining(['customer:7', 'email:jo@example.com', 'order:50']),
    );
    expect(subjects).toContain('phone:6251199');
    expect(subjects.length).toBeLessThan(10);
  });

  it('of a long text without an end take linear time', () => {
    const long = 'a'.repeat(200_000);
    const body = Buffer.from(JSON.stringify({ note: `${long}@${long}`, digits: '1 '.repeat(100_000) }));
    expect(subjectsInBody('x', body).size).toBeGreaterThan(0);
  });
});
