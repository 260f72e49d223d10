import { ApiProperty } from '@nestjs/swagger';
import type { RfmScores } from '../criteria/rfm.js';

/** A customer's scores, each from 1 (worst fifth) to 5 (best fifth). */
export class RfmScoresAnswer implements RfmScores {
  @ApiProperty({ example: 4, minimum: 1, maximum: 5, description: 'By the time of the last order' })
  readonly recency!: number;

  @ApiProperty({ example: 5, minimum: 1, maximum: 5, description: 'By the number of orders' })
  readonly frequency!: number;

  @ApiProperty({ example: 3, minimum: 1, maximum: 5, description: 'By the sum spent' })
  readonly monetary!: number;
}

class RfmBoundariesAnswer {
  @ApiProperty({
    type: [String],
    example: [
      '2026-01-20T10:00:00.000Z',
      '2026-04-02T08:15:00.000Z',
      '2026-06-11T19:30:00.000Z',
      '2026-08-30T12:00:00.000Z',
    ],
    description: 'Four times of the last order',
  })
  readonly recency!: readonly string[];

  @ApiProperty({ type: [Number], example: [1, 1, 2, 4], description: 'Four numbers of orders' })
  readonly frequency!: readonly number[];

  @ApiProperty({
    type: [String],
    example: ['19.90', '48.00', '120.50', '310.00'],
    description: "Four sums spent, in the store's currency",
  })
  readonly monetary!: readonly string[];
}

/** The latest RFM run of a brand. */
export class RfmAnswer {
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Null where the brand has no run yet',
  })
  readonly runAt!: Date | null;

  @ApiProperty({ example: 13082, description: 'Customers with an order at the time of the run' })
  readonly customers!: number;

  @ApiProperty({
    type: RfmBoundariesAnswer,
    description: 'A score is one plus the number of boundaries below the value. The lists are empty without customers',
  })
  readonly boundaries!: RfmBoundariesAnswer;
}
