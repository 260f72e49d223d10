import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsNumber, Max, Min } from 'class-validator';
import { IfGiven, IsWhole } from '../../api/fields.js';
import { USUAL_WINDOW_DAYS } from '../../lift/experiments/experiments.service.js';

export const MOST_WINDOW_DAYS = 60;
/** About 9 seconds. Production accepts whole days alone. */
const LEAST_WINDOW_DAYS = 0.0001;

/** Who gets nothing from the sequence, so that the results show what it causes. */
export class Holdout {
  @IsWhole(0, 50, { example: 20, description: 'Percent of the people who enter; 0 is off' })
  readonly percent!: number;

  @IfGiven()
  @Max(MOST_WINDOW_DAYS)
  @Min(LEAST_WINDOW_DAYS)
  @IsNumber()
  @ApiPropertyOptional({
    type: Number,
    minimum: 1,
    maximum: MOST_WINDOW_DAYS,
    default: USUAL_WINDOW_DAYS,
    example: USUAL_WINDOW_DAYS,
    description: 'How many days after the entry orders count. A whole number; outside production any from 0.0001 on',
  })
  readonly windowDays?: number | undefined;

  @IfGiven()
  @IsBoolean()
  @ApiPropertyOptional({
    type: Boolean,
    default: false,
    writeOnly: true,
    description: 'Begins another experiment although percent and window stay',
  })
  readonly reset?: boolean | undefined;
}
