import { ApiProperty } from '@nestjs/swagger';
import type { RevenuePoint } from '#libs/lift';
import type { Experiment } from '../experiments/experiment.entity.js';

class RevenuePointAnswer {
  @ApiProperty()
  readonly at!: Date;

  @ApiProperty({ example: '1842.00' })
  readonly estimate!: string;

  @ApiProperty({ example: '610.00', description: 'The lower end of the 95 % interval' })
  readonly low!: string;

  @ApiProperty({ example: '3074.00', description: 'The upper end' })
  readonly high!: string;
}

export class RevenueTrendAnswer {
  @ApiProperty({ description: 'The instant of the figures' })
  readonly asOf!: Date;

  @ApiProperty({ example: 'USD', description: 'ISO 4217; XXX stands for no currency' })
  readonly currency!: string;

  @ApiProperty({ type: Date, nullable: true, description: 'When the experiment began; null where nobody is held back' })
  readonly startedAt!: Date | null;

  @ApiProperty({
    type: [RevenuePointAnswer],
    description:
      "The revenue that emails have caused so far, at each instant, with today's orders. Only customers whose window " +
      'has closed count. Empty while it is too early to say',
  })
  readonly points!: readonly RevenuePointAnswer[];
}

interface About {
  readonly asOf: Date;
  readonly currency: string;
  readonly experiment: Experiment | null;
}

export const trendOf = (
  points: readonly RevenuePoint[],
  { asOf, currency, experiment }: About,
): RevenueTrendAnswer => ({
  asOf,
  currency,
  startedAt: experiment?.startedAt ?? null,
  points: points.map(({ at, estimate, low, high }) => ({
    at,
    estimate: estimate.toFixed(2),
    low: low.toFixed(2),
    high: high.toFixed(2),
  })),
});
