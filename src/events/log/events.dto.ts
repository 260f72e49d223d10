import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn } from 'class-validator';
import { IfGiven } from '../../api/fields.js';
import { PageQuery } from '../../api/page.dto.js';
import { EventAnswer } from './event.dto.js';
import { EVENT_TYPES, type EventType } from './event-types.js';

export class EventsQuery extends PageQuery {
  @IfGiven()
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.split(',') : value))
  @IsArray()
  @ArrayMaxSize(EVENT_TYPES.length)
  @IsIn(EVENT_TYPES, { each: true })
  @ApiPropertyOptional({
    type: String,
    example: 'segment.entered,email.clicked',
    description: 'Only these types, separated by commas',
  })
  types?: EventType[];
}

export class EventsAnswer {
  @ApiProperty({ type: [EventAnswer] })
  readonly items!: readonly EventAnswer[];

  @ApiProperty({ description: 'Never null: asked with it later, the answer has what came after these items' })
  readonly nextCursor!: string;
}
