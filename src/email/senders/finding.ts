export const CHECK_STATUSES = ['passed', 'failed', 'unknown'] as const;
export type CheckStatus = (typeof CHECK_STATUSES)[number];

/** A record to add to the DNS. */
export interface DnsFix {
  readonly type: 'TXT';
  readonly host: string;
  readonly value: string;
}

/** What a check found, in words for a merchant. */
export interface Finding {
  readonly status: CheckStatus;
  readonly detail: string;
  /** Null where no record of the DNS helps. */
  readonly fix: DnsFix | null;
}

export const passed = (detail: string): Finding => ({ status: 'passed', detail, fix: null });
export const failed = (detail: string, fix: DnsFix | null = null): Finding => ({ status: 'failed', detail, fix });
export const unknown = (detail: string): Finding => ({ status: 'unknown', detail, fix: null });
export const txt = (host: string, value: string): DnsFix => ({ type: 'TXT', host, value });
