import { CHART_THEMES, type ChartTheme } from '#libs/lift';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsInt, Matches, Max, Min } from 'class-validator';
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

/** How the chart looks. */
export class ChartQuery extends ResultsQuery {
  @IfGiven()
  @IsIn(CHART_THEMES)
  @ApiPropertyOptional({ enum: CHART_THEMES, default: 'auto' })
  theme: ChartTheme = 'auto';

  @IfGiven()
  @Matches(/^#[0-9a-f]{6}$/i, { message: '$property must be a color such as #1a7f5a' })
  @ApiPropertyOptional({ example: '#1a7f5a', description: 'The color of the estimate' })
  accent?: string;
}
