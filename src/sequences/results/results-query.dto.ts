import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';
import { FromDigits, IfGiven } from '../../api/fields.js';

/** Which experiment of a sequence or a brand is meant. */
export class ResultsQuery {
  @IfGiven()
  @FromDigits()
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  @ApiPropertyOptional({ type: 'integer', minimum: 1, description: 'The number of an experiment; default: the latest' })
  experiment?: number;
}
