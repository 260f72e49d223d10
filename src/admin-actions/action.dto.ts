import { ApiProperty } from '@nestjs/swagger';

export const ACTION = 'PATCH /admin/brands/{id}';

/** An entry of the log. */
export class ActionAnswer {
  @ApiProperty({ format: 'uuid', example: '4c6f1e0a-2b5d-4e7f-9a8b-7c6d5e4f3a2b' })
  id!: string;

  @ApiProperty({ example: '2026-11-20T10:00:00.000Z' })
  at!: Date;

  @ApiProperty({ example: 'ada', description: "`sub` of the admin's token" })
  subject!: string;

  @ApiProperty({ example: ACTION })
  action!: string;

  @ApiProperty({
    example: '/admin/brands/6f6e2a0e-4f0c-5c3b-9d1f-2f4f6c1f0a11',
    description: 'The path without its query',
  })
  target!: string;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    example: '8a1f0d3e-7b65-5c4d-8e2f-1a0b9c8d7e6f',
    description: 'The retailer that the action was about; null for none or an unknown one',
  })
  retailerId!: string | null;

  @ApiProperty({ example: 'q3X9-1f', description: 'The same id as in the answer (`X-Request-Id`) and in the logs' })
  requestId!: string;

  @ApiProperty({
    example: 'ok',
    description: '`ok`, `replayed` for a stored answer to an Idempotency-Key, or the `code` of the refusal',
  })
  outcome!: string;
}
