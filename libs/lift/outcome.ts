/** A person's window in an experiment: orders from `assignedAt` on, and before `closesAt`, belong to it. */
export interface Window {
  readonly assignedAt: Date;
  readonly closesAt: Date;
}

const DAY_MS = 86_400_000;

/** The window of somebody who was assigned at an instant. Its end is exact to the millisecond. */
export const windowFrom = (assignedAt: Date, windowDays: number): Window => ({
  assignedAt,
  closesAt: new Date(assignedAt.getTime() + Math.round(windowDays * DAY_MS)),
});

/** Whether no further order can come into the window. */
export const isClosed = ({ closesAt }: Window, now: Date): boolean => now >= closesAt;

/** Whether an order of this instant belongs to the window. */
export const isWithin = ({ assignedAt, closesAt }: Window, orderedAt: Date): boolean =>
  orderedAt >= assignedAt && orderedAt < closesAt;

/** An order as it is today. */
export interface WindowOrder {
  readonly orderedAt: Date;
  readonly counted: boolean;
  /** What is left after refunds. */
  readonly net: number;
  readonly currency: string;
}

/** What a person did in the window. */
export interface Outcome {
  readonly cameBack: boolean;
  readonly orders: number;
  /** In the store's currency. An order in another currency brings the person back and no revenue. */
  readonly revenue: number;
}

export function outcomeOf(window: Window, orders: readonly WindowOrder[], storeCurrency: string): Outcome {
  const inside = orders.filter(({ counted, orderedAt }) => counted && isWithin(window, orderedAt));
  const own = inside.filter(({ currency }) => currency === storeCurrency);
  return {
    cameBack: inside.length > 0,
    orders: inside.length,
    revenue: own.reduce((sum, { net }) => sum + net, 0),
  };
}
