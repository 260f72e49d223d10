import fc from 'fast-check';
import type { RefundForm } from './wire.js';

export type Customer = 'ann' | 'bob';
export type Buyer = Customer | 'guest';

/** One event of an order or of one of its customers. */
export type Step =
  | { readonly kind: 'edit'; readonly cents: number }
  | { readonly kind: 'status'; readonly status: 'pending' | 'paid' | 'voided' }
  | { readonly kind: 'assign'; readonly to: Buyer }
  /** `forgotten`: later bodies lack the time of cancellation, and the order must stay cancelled. */
  | { readonly kind: 'cancel'; readonly forgotten: boolean }
  /** `pending`: the money moves later, and only the next body of the order shows it. */
  | { readonly kind: 'refund'; readonly percent: number; readonly pending: boolean; readonly form: RefundForm }
  | { readonly kind: 'customer'; readonly of: Customer; readonly email: string | null }
  | { readonly kind: 'consent'; readonly of: Customer; readonly state: 'subscribed' | 'unsubscribed' };

/** An order from its creation on. */
export interface OrderLife {
  readonly cents: number;
  readonly buyer: Buyer;
  readonly status: 'pending' | 'paid';
  readonly steps: readonly Step[];
}

const cents = fc.integer({ min: 0, max: 20_000 });
const customer = fc.constantFrom<Customer>('ann', 'bob');
const buyer = fc.constantFrom<Buyer>('ann', 'bob', 'guest');

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('edit' as const), cents }),
  fc.record({ kind: fc.constant('status' as const), status: fc.constantFrom('pending', 'paid', 'voided') }),
  fc.record({ kind: fc.constant('assign' as const), to: buyer }),
  fc.record({ kind: fc.constant('cancel' as const), forgotten: fc.boolean() }),
  fc.record({
    kind: fc.constant('refund' as const),
    percent: fc.constantFrom(10, 50, 100),
    pending: fc.boolean(),
    form: fc.constantFrom<RefundForm>('plain', 'set', 'parts'),
  }),
  fc.record({
    kind: fc.constant('customer' as const),
    of: customer,
    email: fc.constantFrom('new@example.com', 'newer@example.com', null),
  }),
  fc.record({
    kind: fc.constant('consent' as const),
    of: customer,
    state: fc.constantFrom('subscribed', 'unsubscribed'),
  }),
);

export const orderLives = (steps: { min: number; max: number }): fc.Arbitrary<OrderLife> =>
  fc.record({
    cents,
    buyer,
    status: fc.constantFrom('pending', 'paid'),
    steps: fc.array(step, { minLength: steps.min, maxLength: steps.max }),
  });
