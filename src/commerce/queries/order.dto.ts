import { ApiProperty } from '@nestjs/swagger';

export class OrderAnswer {
  @ApiProperty({ example: '820982911946154508' })
  readonly externalId!: string;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    example: 'd2b1f4a6-1c7e-5a6d-b7d0-3e1d0c9b8a76',
    description: 'Null for a guest',
  })
  readonly customerId!: string | null;

  @ApiProperty({ example: '403.00' })
  readonly total!: string;

  @ApiProperty({ example: '41.94' })
  readonly refunded!: string;

  @ApiProperty({
    example: 0,
    description: 'Refunds in another currency whose amount is not known yet; `refunded` does not include them',
  })
  readonly unknownRefunds!: number;

  @ApiProperty({ example: '361.06', description: 'The part of the total that counts as spent' })
  readonly net!: string;

  @ApiProperty({ example: 'USD' })
  readonly currency!: string;

  @ApiProperty({ example: true })
  readonly counted!: boolean;

  @ApiProperty({ example: 'partially_refunded', description: 'Why the order counts or does not count' })
  readonly reason!: string;

  @ApiProperty({ type: String, format: 'date-time', description: 'The time of purchase, never after `cameInAt`' })
  readonly orderedAt!: Date;

  @ApiProperty({ type: String, format: 'date-time', description: 'When the order was first stored' })
  readonly cameInAt!: Date;

  @ApiProperty({ type: String, format: 'date-time' })
  readonly platformUpdatedAt!: Date;
}
