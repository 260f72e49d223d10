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
      'A batch of the inbox has deliveries of many retailers, and one round trip claims them all. On a distributed ' +
      'database a batch has to be of one retailer, which would change how deliveries are queued.',
    files: ['inbox.repository.ts'],
    hot: ['inbox.claim', 'inbox.claim-due'],
  },
  {
    shape: 'SKIP LOCKED over several retailers',
    reason:
      'A sweep takes the oldest rows of all retailers in portions, and several workers may run it at once. It is not a ' +
      'hot path. On a distributed database it would run once for each retailer.',
    files: [
      'issued-tokens.repository.ts',
      'sessions.repository.ts',
      'idempotency.repository.ts',
      'delivery-bodies.repository.ts',
      'used-proofs.repository.ts',
      'oauth-state.repository.ts',
      'customer-reads.repository.ts',
      'callbacks.repository.ts',
      'export.repository.ts',
      'backfill.repository.ts',
      'execution.repository.ts',
    ],
  },
];
