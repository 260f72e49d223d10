import { ApiProperty } from '@nestjs/swagger';
import type { Counts } from '../personal-data/personal-data.service.js';

const OUTCOMES = ['exported', 'erased', 'kept', 'superseded'] as const;
const counts = { type: 'object', additionalProperties: { type: 'integer' } } as const;

class Rescan {
  @ApiProperty({ format: 'date-time', example: '2026-11-21T12:00:03.000Z' })
  at!: string;

  @ApiProperty({ example: 17, description: 'Tables that were searched' })
  tables!: number;

  @ApiProperty({ example: 121, description: 'Columns that were searched' })
  columns!: number;

  @ApiProperty({
    ...counts,
    example: {},
    description: 'Rows that still mention the person; a finished request has none',
  })
  found!: Counts;
}

/** The result of a request, and the proof by a search that nothing is left. */
export class Receipt {
  @ApiProperty({
    enum: OUTCOMES,
    example: 'erased',
    description:
      '`kept`: the store is installed (again). `superseded`: the data was erased before it could be exported',
  })
  outcome!: (typeof OUTCOMES)[number];

  @ApiProperty({
    ...counts,
    example: { customers: 1, orders: 3, segment_memberships: 2, deliveries: 9 },
    description: 'Rows deleted or emptied, by table',
  })
  removed!: Counts;

  @ApiProperty({ type: Rescan, nullable: true, description: 'Null if there was nothing to remove' })
  rescan!: Rescan | null;
}
