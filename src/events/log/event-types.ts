export const EVENT_TYPES = [
  'segment.entered',
  'segment.left',
  'email.sent',
  'email.clicked',
  'offer.redeemed',
  'order.attributed',
  'image.ready',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** What an event says beside its customer: ids, names and amounts, and nothing else about a person. */
export type EventData = Readonly<Record<string, string | number | boolean | null>>;

export interface NewEvent {
  /** By default a new id. An event whose id is in the log already is not written again. */
  readonly id?: string;
  readonly type: EventType;
  /** When it happened, which may be long ago. */
  readonly at: Date;
  /** Null where the event is about nobody. */
  readonly customerId: string | null;
  readonly data: EventData;
}
