import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { CustomerView, ProductView } from '../../commerce/queries/commerce.queries.js';
import { type Marketing, MARKETING_STATES } from '../../commerce/model/customer.entity.js';
import { IfGiven, IsPlainText } from '../../api/fields.js';
import { PageQuery } from '../../api/page.dto.js';

const CUSTOMER_ID = 'd2b1f4a6-1c7e-5a6d-b7d0-3e1d0c9b8a76';

export class CustomersQuery extends PageQuery {
  @IfGiven()
  @IsPlainText()
  @ApiPropertyOptional({ example: '207119551', description: "The platform's id" })
  externalId?: string;

  @IfGiven()
  @IsPlainText()
  @ApiPropertyOptional({ example: 'bob@example.com', description: 'The whole address; case does not matter' })
  email?: string;
}

export class ProductsQuery extends PageQuery {
  @IfGiven()
  @IsPlainText()
  @ApiPropertyOptional({ example: '632910392', description: "The platform's id" })
  externalId?: string;
}

export class CustomerAnswer implements CustomerView {
  @ApiProperty({ format: 'uuid', example: CUSTOMER_ID })
  id!: string;

  @ApiProperty({ example: '207119551' })
  externalId!: string;

  @ApiProperty({ type: String, nullable: true, example: 'bob@example.com' })
  email!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Bob' })
  firstName!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Norman' })
  lastName!: string | null;

  @ApiProperty({ example: 3, description: 'Counted orders' })
  ordersCount!: number;

  @ApiProperty({
    example: 0,
    description: "Counted orders in another currency than the store's; `totalSpent` does not include them",
  })
  otherCurrencyOrders!: number;

  @ApiProperty({ example: '123.45', description: 'Sum of the net amounts of counted orders' })
  totalSpent!: string;

  @ApiProperty({ type: String, nullable: true, example: 'USD', description: "The store's currency" })
  currency!: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  firstOrderAt!: Date | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  lastOrderAt!: Date | null;

  @ApiProperty({ enum: MARKETING_STATES })
  marketing!: Marketing;

  @ApiProperty({ type: [String], example: ['Loyal'], description: 'Names of the segments that the customer is in' })
  segments!: readonly string[];
}

export class ProductAnswer implements ProductView {
  @ApiProperty({ example: '632910392' })
  externalId!: string;

  @ApiProperty({ example: 'Pebble mug' })
  title!: string;

  @ApiProperty({ type: String, nullable: true, example: 'pebble-mug' })
  handle!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '/products/pebble-mug',
    description: "Path of the product's page on the store's website; null if it has none",
  })
  pagePath!: string | null;

  @ApiProperty({ example: 'active' })
  status!: string;

  @ApiProperty({ type: String, nullable: true })
  imageUrl!: string | null;

  @ApiProperty({ type: String, nullable: true, example: '19.00' })
  price!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'USD', description: "The store's currency" })
  currency!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '24.00',
    description: 'The price that the store strikes through',
  })
  compareAtPrice!: string | null;

  @ApiProperty({
    type: Boolean,
    nullable: true,
    example: true,
    description: 'Whether it can be bought; null if unknown',
  })
  available!: boolean | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the store first showed it; null if unknown',
  })
  publishedAt!: Date | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '24.00',
    description: 'The price before the last reduction, if that had held for 30 days; null without a reduction',
  })
  formerPrice!: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'When the price was last reduced' })
  priceDroppedAt!: Date | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When it became available again after it was not',
  })
  backInStockAt!: Date | null;

  @ApiProperty({ type: String, format: 'date-time' })
  platformUpdatedAt!: Date;
}
