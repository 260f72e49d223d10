import { ApiProperty } from '@nestjs/swagger';
import type { EventRow } from './event-log.repository.js';
import { EVENT_TYPES, type EventData, type EventType } from './event-types.js';

class EventCustomerAnswer {
  @ApiProperty({ format: 'uuid' })
  readonly id!: string;

  @ApiProperty({ type: String, nullable: true, example: '207119551', description: "The platform's id" })
  readonly externalId!: string | null;
}

/** An event, as `GET …/events` lists it and webhooks carry it. */
export class EventAnswer {
  @ApiProperty({ format: 'uuid', description: 'Stays the same however often the event is delivered' })
  readonly id!: string;

  @ApiProperty({ enum: EVENT_TYPES })
  readonly type!: EventType;

  @ApiProperty({ description: 'When it happened' })
  readonly at!: Date;

  @ApiProperty({ type: EventCustomerAnswer, nullable: true })
  readonly customer!: EventCustomerAnswer | null;

  @ApiProperty({ type: 'object', additionalProperties: true, example: { segmentId: '…', segment: 'Loyal' } })
  readonly data!: EventData;

  static of({ id, type, at, customerId, externalId, data }: EventRow): EventAnswer {
    return { id, type, at, customer: customerId === null ? null : { id: customerId, externalId }, data };
  }
}
