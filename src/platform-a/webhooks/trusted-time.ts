const TOLERANCE_MS = 5 * 60_000;

/** The platform's unsigned time of an event; null for a time in the future, which every later event would lose to. */
export const trustedTime = (triggeredAt: Date | null, receivedAt: Date): Date | null =>
  triggeredAt && triggeredAt.getTime() <= receivedAt.getTime() + TOLERANCE_MS ? triggeredAt : null;
