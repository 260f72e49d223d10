import { ApiProperty } from '@nestjs/swagger';

/** A product; money in the store's currency, with at least two places. */
export class ProductFactsAnswer {
  @ApiProperty({ example: '632910392' })
  readonly externalId!: string;

  @ApiProperty({ example: 'Pebble mug' })
  readonly title!: string;

  @ApiProperty({ type: String, nullable: true, example: 'pebble-mug' })
  readonly handle!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '/products/pebble-mug',
    description: "Path of the product's page on the store's website; null if it has none",
  })
  readonly pagePath!: string | null;

  @ApiProperty({ example: 'active' })
  readonly status!: string;

  @ApiProperty({ type: String, nullable: true })
  readonly imageUrl!: string | null;

  @ApiProperty({ type: String, nullable: true, example: '19.00' })
  readonly price!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '24.00',
    description: 'The price that the store strikes through',
  })
  readonly compareAtPrice!: string | null;

  @ApiProperty({
    type: Boolean,
    nullable: true,
    example: true,
    description: 'Whether it can be bought; null if unknown',
  })
  readonly available!: boolean | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the store first showed it; null if unknown',
  })
  readonly publishedAt!: Date | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '24.00',
    description: 'The price before the last reduction, if that had held for 30 days; null without a reduction',
  })
  readonly formerPrice!: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'When the price was last reduced' })
  readonly priceDroppedAt!: Date | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When it became available again after it was not',
  })
  readonly backInStockAt!: Date | null;

  @ApiProperty({ type: String, format: 'date-time' })
  readonly platformUpdatedAt!: Date;
}
