import { ApiProperty } from '@nestjs/swagger';

/** Facts of a customer; money in the store's currency, with at least two places. */
export class FactsAnswer {
  @ApiProperty({ example: 3 })
  readonly ordersCount!: number;

  @ApiProperty({ example: '123.45' })
  readonly totalSpent!: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  readonly firstOrderAt!: Date | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  readonly lastOrderAt!: Date | null;
}

/** How work changes the facts of a customer. */
export class FactsChangeAnswer {
  @ApiProperty({ format: 'uuid' })
  readonly customerId!: string;

  @ApiProperty({ example: '207119551' })
  readonly externalId!: string;

  @ApiProperty({ type: FactsAnswer, nullable: true, description: 'Null for a customer who is not stored yet' })
  readonly before!: FactsAnswer | null;

  @ApiProperty()
  readonly after!: FactsAnswer;
}
