import { ApiProperty } from '@nestjs/swagger';

export const BACKFILL_STATES = ['running', 'paused', 'done', 'failed'] as const;
export type BackfillState = (typeof BACKFILL_STATES)[number];

export const BACKFILL_PHASES = ['customers', 'products', 'orders', 'done'] as const;
export type BackfillPhase = (typeof BACKFILL_PHASES)[number];

export class BackfillAnswer {
  @ApiProperty({ enum: [...BACKFILL_PHASES], example: 'orders', description: 'The first collection that is not read' })
  phase!: BackfillPhase;

  @ApiProperty({ example: 42_000, description: 'Records that were read so far' })
  done!: number;

  @ApiProperty({ type: Number, nullable: true, example: 158_400, description: 'All records; null while unknown' })
  estimate!: number | null;

  @ApiProperty({
    enum: [...BACKFILL_STATES],
    description: '`failed` after many failures in a row. It is tried again each hour, and at once after a resume',
  })
  state!: BackfillState;

  @ApiProperty({ type: String, nullable: true, description: 'Why the last run failed; null while it goes well' })
  problem!: string | null;
}
