/** Criteria to begin with, for what stores ask most. */
export const STARTS = [
  { name: 'lapsed', criteria: { minOrders: 1, lastOrderOlderThanDays: 90 } },
  { name: 'best', criteria: { minOrders: 3, lastOrderOlderThanDays: 60, marketing: 'subscribed' } },
  { name: 'once', criteria: { minOrders: 1, maxOrders: 1, lastOrderOlderThanDays: 30 } },
  { name: 'never', criteria: { noOrders: true } },
] as const;
