import { ApiProperty, ApiPropertyOptional, IntersectionType, PickType } from '@nestjs/swagger';
import { malformed } from '#libs/kernel';
import { IsObject, Length } from 'class-validator';
import { ExplanationNode } from '../criteria/explanation.dto.js';
import { FromInstant, IfGiven, IsId, IsInstant, IsPlainText } from '../../api/fields.js';
import { PageQuery } from '../../api/page.dto.js';
import type { Estimate } from '../evaluation/estimate.js';
import { CUSTOMER_ID, SampleCustomerAnswer } from '../evaluation/sample-customer.dto.js';
import { AS_CRITERIA, BRAND_ID } from './segments.dto.js';

/** The one way in which a request names a customer. */
export type CustomerName =
  { readonly customerId: string } | { readonly externalId: string } | { readonly email: string };

export class PreviewSegmentBody {
  @IsId()
  @ApiProperty({ format: 'uuid', example: BRAND_ID })
  brandId!: string;

  @IsObject()
  @ApiProperty({ ...AS_CRITERIA, example: { lastOrderOlderThanDays: 90, minOrders: 2 } })
  criteria!: Record<string, unknown>;

  @IfGiven()
  @FromInstant()
  @IsInstant()
  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    example: '2026-05-01T00:00:00Z',
    description: 'The instant of the evaluation; only orders placed up to it are used',
  })
  asOf?: Date;
}

export class SegmentPreviewAnswer {
  @ApiProperty({ example: 412 })
  count!: number;

  @ApiProperty({ example: '21400.00', description: "What they have spent, in the store's currency" })
  spent!: string;

  @ApiProperty({ type: String, nullable: true, example: 'USD' })
  currency!: string | null;

  @ApiProperty({ type: [SampleCustomerAnswer], maxItems: 10 })
  sample!: readonly SampleCustomerAnswer[];

  @ApiProperty({ type: String, format: 'date-time' })
  asOf!: Date;
}

export class EstimateSegmentBody extends PickType(PreviewSegmentBody, ['brandId', 'criteria']) {}

export class SegmentEstimateAnswer implements Estimate {
  @ApiProperty({ example: 724_000, description: 'Equal to low and high where it is exact, as in a small store' })
  readonly about!: number;

  @ApiProperty({ example: 702_000, description: 'In about 95 of 100 estimates the count is from low to high' })
  readonly low!: number;

  @ApiProperty({ example: 748_000 })
  readonly high!: number;
}

export class MembersCsvQuery {
  @IfGiven()
  @FromInstant()
  @IsInstant()
  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    description: 'The members at this instant; default is now',
  })
  at?: Date;
}

export class MembersQuery extends IntersectionType(PageQuery, MembersCsvQuery) {}

export class ExplainQuery {
  @IfGiven()
  @IsId()
  @ApiPropertyOptional({ format: 'uuid', example: CUSTOMER_ID, description: 'Exactly one of the three' })
  customerId?: string;

  @IfGiven()
  @Length(1, 255)
  @IsPlainText()
  @ApiPropertyOptional({ example: '207119551', description: "The platform's id" })
  externalId?: string;

  @IfGiven()
  @Length(1, 320)
  @IsPlainText()
  @ApiPropertyOptional({ example: 'bob@example.com', description: 'The whole address; case does not matter' })
  email?: string;

  get customer(): CustomerName {
    const { customerId, externalId, email } = this;
    const [name, ...others] = [
      ...(customerId === undefined ? [] : [{ customerId }]),
      ...(externalId === undefined ? [] : [{ externalId }]),
      ...(email === undefined ? [] : [{ email }]),
    ];
    if (name && others.length === 0) return name;
    const detail = 'exactly one of customerId, externalId and email is required';
    throw malformed('malformed_query', `/customerId: ${detail}`, [{ pointer: '/customerId', detail }]);
  }
}

export class ExplanationAnswer {
  @ApiProperty({ format: 'uuid', example: CUSTOMER_ID })
  customerId!: string;

  @ApiProperty({ example: true })
  member!: boolean;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  memberSince!: Date | null;

  @ApiProperty({ type: String, format: 'date-time', description: 'The instant of the explanation' })
  asOf!: Date;

  @ApiProperty({ type: ExplanationNode })
  tree!: ExplanationNode;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When time alone changes the membership next; null where it never does',
  })
  nextChangeAt!: Date | null;
}
