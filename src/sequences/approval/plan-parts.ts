import { sha256Hex } from '#libs/crypto';

/** What a live run depends on. A change of any part makes it another plan. */
export const PLAN_PARTS = ['request', 'sequence', 'members', 'consent', 'images', 'offers', 'brand'] as const;
export type PlanPart = (typeof PLAN_PARTS)[number];

/** A hash of each part. */
export type PlanParts = Readonly<Record<PlanPart, string>>;

/** The hash of a value. The keys of objects must have a fixed order. */
export const partOf = (value: unknown): string => sha256Hex(JSON.stringify(value));

/** The hash of a plan. It holds no time, so that an equal plan has the same hash. */
export const planHashOf = (sequenceId: string, parts: PlanParts): string =>
  partOf([sequenceId, ...PLAN_PARTS.map((part) => parts[part])]);

/** The parts that differ. */
export const changedParts = (before: PlanParts, now: PlanParts): PlanPart[] =>
  PLAN_PARTS.filter((part) => before[part] !== now[part]);
