import { ApiPropertyOptional } from '@nestjs/swagger';
import { plausibleTime } from '#libs/kernel';
import { Transform } from 'class-transformer';
import { IsInt, Max, Min, ValidateBy } from 'class-validator';
import { IfGiven } from '../../api/fields.js';

const NO_SECONDS = /T(\d\d:\d\d)(?=Z|[+-])/;

/** Turns ISO 8601 with a time zone into the same instant in UTC. Other values stay, so that they are refused. */
const toUtc = (value: unknown): unknown =>
  typeof value === 'string' ? (plausibleTime(value.replace(NO_SECONDS, 'T$1:00')) ?? value) : value;

const isInstant = (value: unknown): boolean => typeof value === 'string' && plausibleTime(value) !== null;

/** When the first step of a live run is due: exactly one of the two. */
export class Schedule {
  @IfGiven()
  @Transform(({ value }: { value: unknown }) => toUtc(value))
  @ValidateBy({
    name: 'isInstant',
    validator: {
      validate: isInstant,
      defaultMessage: () => '$property must be an ISO 8601 instant with a time zone, such as 2026-11-27T08:00:00Z',
    },
  })
  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    example: '2026-11-27T08:00:00Z',
    description: 'A run that is started before this instant waits for it; only with the trigger `manual`',
  })
  readonly at?: string | undefined;

  @IfGiven()
  @IsInt()
  @Min(0)
  @Max(23)
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: 23,
    example: 9,
    description:
      "The hour of the recipient's own clock in which the first step is sent. The time zone is the usual one of the " +
      "customer's country, else `timeZone`, else the store's",
  })
  readonly localHour?: number | undefined;
}
