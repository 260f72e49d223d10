import type { AppConfig } from '../config/app-config.js';

/** A table with a partition for each month, and for how long its rows are kept. */
export interface MonthTable {
  readonly name: string;
  /** In days; undefined where no month is ever dropped. The functions of the database refuse to keep less. */
  readonly keptDays: (config: AppConfig) => number | undefined;
}

/** For how many days clicks and opens are kept at least, and the targets of links that no email uses. */
export const CLICKS_KEPT_DAYS = 400;

/** The tables whose months are dropped. Months of every partitioned table are made. */
export const MONTH_TABLES: readonly MonthTable[] = [
  {
    name: 'deliveries',
    keptDays: ({ deliveryKeptDays, deliveryRetentionDays }) => Math.max(deliveryKeptDays, deliveryRetentionDays),
  },
  { name: 'segment_transitions', keptDays: ({ transitionsKeptDays }) => transitionsKeptDays },
  { name: 'link_clicks', keptDays: () => CLICKS_KEPT_DAYS },
  { name: 'email_opens', keptDays: () => CLICKS_KEPT_DAYS },
];
