/**
 * The kinds of advisory locks. The number is the first half of a lock's key. On a distributed Postgres an advisory lock
 * exists only on the node of the connection, so work that is done in turn for one retailer locks a row
 * (`lockRetailer`). Each of these stays an advisory lock for a reason of its own.
 */
export const LOCKS = {
  /**
   * Exclusive while a segment is evaluated over all customers, shared while single customers are evaluated. A row lock
   * has no queue: under load, shared holders would follow each other and keep the exclusive one waiting without end.
   */
  segmentation: 2,
  /**
   * Shared while records are written under a retailer's settings, exclusive while the settings change. Not a row lock
   * either, because that has no queue.
   */
  settings: 20,
  /** One migration run at a time. There may be no table yet whose row could be locked. */
  migrations: 3,
  /**
   * A worker is alive. A session holds the lock, not a transaction, and Postgres frees it when the connection breaks.
   */
  workers: 8,
  /** One change of a sequence at a time. Its id is unique among all retailers, so no retailer's row stands for it. */
  sequences: 9,
  /** The partitions of months are made or dropped by one process at a time. */
  months: 21,
  /**
   * Decisions about emails to one customer happen in turn where a frequency cap counts them. Each customer has a lock.
   */
  emails: 7,
  /**
   * A file of the image storage, which several retailers may use: shared while it is written, exclusive while deleted.
   */
  imageFiles: 6,
} as const;
