export interface Stay {
  readonly shape: string;
  readonly reason: string;
  /** File names without their folders, so that a file may move. */
  readonly files: readonly string[];
  /** Names of the hot statements that have the shape. */
  readonly hot?: readonly string[];
}

/** Statements that keep a refused shape, each with the reason. */
export const STAYS: readonly Stay[] = [
  {
    shape: 'SKIP LOCKED over several retailers',
    reason:
      'On one node a batch of the inbox has deliveries of many retailers, and one round trip claims them all. On a ' +
      'distributed database InboxRepository claims with the statements for one retailer instead.',
    files: ['inbox.sql.ts'],
    hot: ['inbox.claim', 'inbox.claim-due'],
  },
];
