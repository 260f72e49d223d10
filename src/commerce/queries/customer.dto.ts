import { ApiProperty } from '@nestjs/swagger';
import { type Marketing, MARKETING_STATES } from '../model/customer.entity.js';

/** A customer with its facts; money in the store's currency, with at least two places. */
export class CustomerFactsAnswer {
  @ApiProperty({ format: 'uuid', example: 'd2b1f4a6-1c7e-5a6d-b7d0-3e1d0c9b8a76' })
  readonly id!: string;

  @ApiProperty({ example: '207119551' })
  readonly externalId!: string;

  @ApiProperty({ type: String, nullable: true, example: 'bob@example.com' })
  readonly email!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Bob' })
  readonly firstName!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Norman' })
  readonly lastName!: string | null;

  @ApiProperty({ example: 3, description: 'Counted orders' })
  readonly ordersCount!: number;

  @ApiProperty({
    example: 0,
    description: "Counted orders in another currency than the store's; `totalSpent` does not include them",
  })
  readonly otherCurrencyOrders!: number;

  @ApiProperty({ example: '123.45', description: 'Sum of the net amounts of counted orders' })
  readonly totalSpent!: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  readonly firstOrderAt!: Date | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  readonly lastOrderAt!: Date | null;

  @ApiProperty({ enum: MARKETING_STATES })
  readonly marketing!: Marketing;
}
