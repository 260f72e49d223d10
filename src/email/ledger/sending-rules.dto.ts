import { ApiProperty } from '@nestjs/swagger';
import { IsInt, Matches, Max, Min } from 'class-validator';

const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

/** At most `messages` live emails of the retailer's brand to one customer in `days` times 24 hours. */
export class FrequencyCap {
  @IsInt()
  @Min(1)
  @Max(1_000)
  @ApiProperty({ minimum: 1, maximum: 1_000, example: 2 })
  readonly messages!: number;

  @IsInt()
  @Min(1)
  @Max(365)
  @ApiProperty({ minimum: 1, maximum: 365, example: 7, description: 'Periods of 24 hours' })
  readonly days!: number;
}

/** `HH:MM`, 24 hours; a `from` later than `to` spans midnight. Nothing is sent from `from` until just before `to`. */
export class QuietHours {
  @Matches(TIME_OF_DAY, { message: '$property must be a time such as 21:30' })
  @ApiProperty({ example: '21:00' })
  readonly from!: string;

  @Matches(TIME_OF_DAY, { message: '$property must be a time such as 08:00' })
  @ApiProperty({ example: '08:00', description: 'A time before `from` means the next morning' })
  readonly to!: string;
}
