import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsBoolean, IsIn } from 'class-validator';
import { IfGiven, IsId, IsText } from '../../api/fields.js';
import { EVENT_TYPES, type EventType } from '../log/event-types.js';

export class EventEndpointBody {
  @IsText(2_000, { example: 'https://hooks.example.com/rekindle', description: 'https, on a public address' })
  url!: string;

  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(EVENT_TYPES.length)
  @ArrayUnique()
  @IsIn(EVENT_TYPES, { each: true })
  @ApiProperty({ enum: EVENT_TYPES, isArray: true, example: ['segment.entered', 'email.clicked'] })
  types!: EventType[];

  @IfGiven()
  @IsBoolean()
  @ApiPropertyOptional({ default: true, description: 'While false nothing is sent; events of the time are sent later' })
  enabled?: boolean;
}

export class RedeliverBody {
  @IsId()
  @ApiProperty({ format: 'uuid', description: 'The id of the event' })
  eventId!: string;
}

export class EventEndpointAnswer {
  @ApiProperty({ example: 'crm' })
  readonly name!: string;

  @ApiProperty({ example: 'https://hooks.example.com/rekindle' })
  readonly url!: string;

  @ApiProperty({ enum: EVENT_TYPES, isArray: true })
  readonly types!: readonly EventType[];

  @ApiProperty()
  readonly enabled!: boolean;

  @ApiProperty({ type: String, nullable: true, description: 'Why the service disabled the endpoint' })
  readonly disabledReason!: string | null;

  @ApiProperty({ type: Date, nullable: true, description: 'Since when events could not be delivered' })
  readonly failingSince!: Date | null;

  @ApiProperty({
    type: Date,
    nullable: true,
    description: 'Until then requests are also signed with the former secret',
  })
  readonly formerSecretUntil!: Date | null;

  @ApiProperty()
  readonly createdAt!: Date;

  @ApiPropertyOptional({
    example: 'whsec_…',
    description: 'Only in the answer that makes the endpoint or a new secret: it is not shown again',
  })
  readonly secret?: string;
}

export class EventEndpointsAnswer {
  @ApiProperty({ type: [EventEndpointAnswer] })
  readonly items!: readonly EventEndpointAnswer[];

  @ApiProperty({ type: String, nullable: true, example: null })
  readonly nextCursor!: null;
}

export class EventAttemptAnswer {
  @ApiProperty({ format: 'uuid' })
  readonly id!: string;

  @ApiProperty({ format: 'uuid' })
  readonly eventId!: string;

  @ApiProperty({ enum: [...EVENT_TYPES, 'test'] })
  readonly eventType!: EventType | 'test';

  @ApiProperty()
  readonly at!: Date;

  @ApiProperty({ type: 'integer', example: 42 })
  readonly milliseconds!: number;

  @ApiProperty({ type: 'integer', nullable: true, example: 204, description: 'Null where there was no answer' })
  readonly status!: number | null;

  @ApiProperty({ type: String, nullable: true, description: 'Null for an acknowledged event' })
  readonly problem!: string | null;
}
