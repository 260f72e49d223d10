import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Length } from 'class-validator';
import { CustomerFactsAnswer } from '../../commerce/queries/customer.dto.js';
import { ProductFactsAnswer } from '../../commerce/queries/product.dto.js';
import { RfmScoresAnswer } from '../../segmentation/rfm/rfm.dto.js';
import { IfGiven, IsPlainText, Trim } from '../../api/fields.js';
import { PageQuery } from '../../api/page.dto.js';

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

  @IfGiven()
  @Trim()
  @IsPlainText()
  @Length(1, 120)
  @ApiPropertyOptional({ example: 'mug', description: 'A part of the title; case does not matter' })
  q?: string;
}

export class CustomerAnswer extends CustomerFactsAnswer {
  @ApiProperty({ type: String, nullable: true, example: 'USD', description: "The store's currency" })
  readonly currency!: string | null;

  @ApiProperty({ type: [String], example: ['Loyal'], description: 'Names of the segments that the customer is in' })
  readonly segments!: readonly string[];

  @ApiProperty({
    type: RfmScoresAnswer,
    nullable: true,
    description: "By the retailer's latest RFM run; null without an order, and without a run",
  })
  readonly rfm!: RfmScoresAnswer | null;
}

export class ProductAnswer extends ProductFactsAnswer {
  @ApiProperty({ type: String, nullable: true, example: 'USD', description: "The store's currency" })
  readonly currency!: string | null;
}
