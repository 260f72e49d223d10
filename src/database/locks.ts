/** What an advisory lock is about; the number is the first half of the lock's key. */
export const LOCKS = {
  /** Commerce writes of one retailer happen one batch at a time, so merging is read, decide, write. */
  commerce: 1,
  /** Exclusive while a segment is evaluated over all customers, shared while single customers are. */
  segmentation: 2,
  /** One migration run at a time. */
  migrations: 3,
  /** One renewal of a store's platform tokens at a time: two different ones would break each other's chain. */
  tokens: 4,
  /** Shared while records are written by a retailer's settings, exclusive while those change. */
  settings: 20,
  /** One change of a sequence at a time: its id is one of a kind although no unique key can say so. */
  sequences: 9,
  /** Decisions about mails to one customer happen one after the other where a frequency cap counts them. */
  mails: 7,
  /** Events of one retailer's segments are handed on one batch at a time, so in order. */
  segmentEvents: 5,
  /** A worker lives: the one lock that a session holds, for as long as the process does. */
  workers: 8,
  /** A file of the image storage: shared while it is written, exclusive while it is deleted. */
  imageFiles: 6,
} as const;
