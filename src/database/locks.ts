/**
 * What an advisory lock is about; the number is the first half of the lock's key. On a distributed Postgres an advisory
 * lock exists only on the node of the connection, so work that one retailer does in turn locks a row (`lockRetailer`).
 * Each of these stays an advisory lock for a reason of its own.
 */
export const LOCKS = {
  /**
   * Exclusive while a segment is evaluated over all customers, shared while single customers are. Locks of rows have no
   * queue for shared holders: under load they would follow each other and keep the exclusive one waiting for ever.
   */
  segmentation: 2,
  /** Shared while records are written by a retailer's settings, exclusive while those change; for the same reason. */
  settings: 20,
  /** One migration run at a time. There may be no table yet whose row could be locked. */
  migrations: 3,
  /** A worker lives: held by a session instead of a transaction, and freed by Postgres when the connection breaks. */
  workers: 8,
  /** One change of a sequence at a time. Its id is unique among all retailers, so no retailer's row stands for it. */
  sequences: 9,
  /** Decisions about emails to one customer happen in turn where a frequency cap counts them: one name per customer. */
  emails: 7,
  /**
   * A file of the image storage, which several retailers may use: shared while it is written, exclusive while deleted.
   */
  imageFiles: 6,
} as const;
