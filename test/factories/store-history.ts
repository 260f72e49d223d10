import {
  customerRecord,
  lineItemRecord,
  orderRecord,
  productRecord,
  refundRecord,
  type SimulatedShop,
} from '#libs/simulators';

const DAY = 86_400_000;
const SPRING = Date.UTC(2026, 2, 1);

/** The expected facts of customers with a counted order, by the platform's customer id. */
export type ExpectedFacts = Record<string, { orders: number; cents: number }>;

/**
 * Gives a simulated store a past with customers, some of them with orders. Every fifth order is refunded in part, every
 * seventh is cancelled, and every tenth is a guest's.
 */
export function fillStore(
  store: SimulatedShop,
  { customers, orders }: { customers: number; orders: number },
): ExpectedFacts {
  const buyers = Array.from({ length: customers }, (_, index) =>
    customerRecord({
      id: `9${String(index).padStart(17, '0')}`,
      createdAt: SPRING + index,
      email: `Buyer${index}@Example.com`,
      consent: { state: 'subscribed', optInLevel: null, updatedAt: SPRING },
      address: { ...PARIS },
    }),
  );
  for (const buyer of buyers) store.upsertCustomer(buyer);
  const products = ['501', '502', '503'].map((id) => productRecord({ id, title: `Tee ${id}`, createdAt: SPRING }));
  for (const product of products) store.upsertProduct(product);
  const facts: ExpectedFacts = {};
  for (let index = 0; index < orders; index += 1) {
    const at = SPRING + index * DAY;
    const id = `8${String(index).padStart(17, '0')}`;
    const customer = index % 10 === 9 ? null : (buyers[index % 17] ?? null);
    const cancelled = index % 7 === 6;
    const refunds =
      index % 5 === 4 ? [refundRecord({ id: `7${index}`, orderId: id, createdAt: at, amountCents: 300 })] : [];
    const lineItems = [lineItemRecord({ id: `6${index}`, title: 'Tee', priceCents: 1_000 + index, productId: '501' })];
    const financialStatus = refunds.length > 0 ? 'partially_refunded' : 'paid';
    store.upsertOrder(
      orderRecord({
        id,
        number: 1_001 + index,
        createdAt: at,
        customer,
        lineItems,
        refunds,
        financialStatus,
        cancelledAt: cancelled ? at : null,
      }),
    );
    if (!customer || cancelled) continue;
    const fact = (facts[customer.id] ??= { orders: 0, cents: 0 });
    fact.orders += 1;
    fact.cents += 1_000 + index - (refunds.length > 0 ? 300 : 0);
  }
  return facts;
}

const PARIS = {
  address1: '1 rue de Rivoli',
  city: 'Paris',
  province: null,
  provinceCode: null,
  country: 'France',
  countryCode: 'FR',
  zip: '75001',
};
