import { ApiProperty } from '@nestjs/swagger';

export const OUTLOOK_NOTICES = ['no_holdout', 'only_doubling', 'only_tripling'] as const;
export type OutlookNotice = (typeof OUTLOOK_NOTICES)[number];

class OutlookRow {
  @ApiProperty({ enum: [0.25, 0.5, 1], example: 0.5, description: 'How many more come back: 0.5 is 50 % more' })
  readonly relativeLift!: number;

  @ApiProperty({ example: 4000, description: 'People in both groups until 80 of 100 such experiments prove it' })
  readonly recipients!: number;

  @ApiProperty({ type: 'integer', nullable: true, example: 38, description: 'Null where nobody entered in the past' })
  readonly weeks!: number | null;

  @ApiProperty({ example: false, description: 'Whether the audience of this run alone is large enough' })
  readonly audienceSuffices!: boolean;
}

/** How long a proof takes at the store's own rate, by the last year. */
export class OutlookAnswer {
  @ApiProperty({ example: 0.058, description: 'The rate at which such customers came back without emails' })
  readonly baseRate!: number;

  @ApiProperty({ example: 41.5, description: 'People who entered in a week and may get emails' })
  readonly perWeek!: number;

  @ApiProperty({ example: 20, description: 'Percent that the sequence holds back' })
  readonly percent!: number;

  @ApiProperty({
    example: 50,
    description:
      'Percent to hold back: 50 until an experiment of the sequence has proven that it brings customers back, then 10. ' +
      'The rows use it where percent is 0',
  })
  readonly suggestedPercent!: number;

  @ApiProperty({ type: [OutlookRow], description: 'Effects that are possible at this base rate' })
  readonly rows!: readonly OutlookRow[];

  @ApiProperty({
    enum: OUTLOOK_NOTICES,
    isArray: true,
    description:
      '`no_holdout`: nothing will be proven. `only_doubling`, `only_tripling`: within a year, smaller effects will ' +
      'stay unproven',
  })
  readonly notices!: readonly OutlookNotice[];
}
