const TOLERANCE_MS = 5 * 60_000;

/** The platform's unsigned time of an event, or null where it claims to lie in the future: that must not win for ever. */
export const trustedTime = (triggeredAt: Date | null, receivedAt: Date): Date | null =>
  triggeredAt && triggeredAt.getTime() <= receivedAt.getTime() + TOLERANCE_MS ? triggeredAt : null;
