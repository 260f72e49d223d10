/** Features that an operator can turn off for one retailer, with the value that holds until somebody sets it. */
export const FLAGS = {
  /** Reads a store's past from bulk operations of its platform. Off: page by page. */
  bulkReads: { fallback: true, about: "Read the store's past from bulk operations of platform A, not page by page" },
} as const;

export type FlagName = keyof typeof FLAGS;
export const FLAG_NAMES = Object.keys(FLAGS) as readonly FlagName[];
export type Flags = Readonly<Record<FlagName, boolean>>;
