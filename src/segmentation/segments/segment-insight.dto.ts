import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { malformed } from '#libs/kernel';
import { IsObject, Length } from 'class-validator';
import type { Explanation } from '../criteria/compile.js';
import type { CustomerName, MembershipExplanation } from './segment-explanations.service.js';
import type { Preview } from './segment-previews.service.js';
import { FromInstant, IfGiven, IsId, IsInstant, IsPlainText } from '../../api/fields.js';
import { PageQuery } from '../../api/page.dto.js';
import { SampleCustomerAnswer } from './segments.dto.js';
import { AS_CRITERIA } from './segments.dto.js';

const CUSTOMER_ID = 'd2b1f4a6-1c7e-5a6d-b7d0-3e1d0c9b8a76';

export class PreviewSegmentBody {
  @IsId()
  @ApiProperty({ format: 'uuid', example: '6f6e2a0e-4f0c-5c3b-9d1f-2f4f6c1f0a11' })
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
    description: 'The instant that counts as now; only orders placed up to it are looked at',
  })
  asOf?: Date;
}

export class SegmentPreviewAnswer implements Preview {
  @ApiProperty({ example: 412 })
  count!: number;

  @ApiProperty({ type: [SampleCustomerAnswer], maxItems: 10 })
  sample!: readonly SampleCustomerAnswer[];

  @ApiProperty({ type: String, format: 'date-time' })
  asOf!: Date;
}

export class MembersCsvQuery {
  @IfGiven()
  @FromInstant()
  @IsInstant()
  @ApiPropertyOptional({ type: String, format: 'date-time', description: 'Who was in at that instant; default is now' })
  at?: Date;
}

export class MembersQuery extends PageQuery {
  @IfGiven()
  @FromInstant()
  @IsInstant()
  @ApiPropertyOptional({ type: String, format: 'date-time', description: 'Who was in at that instant; default is now' })
  at?: Date;
}

/** A customer by exactly one of the names. */
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

const ANY_VALUE = {
  oneOf: [
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'array', items: {} },
    { type: 'object' },
  ],
};

class ExplanationNode implements Explanation {
  @ApiProperty({ example: 'minOrders', description: "A criterion's key, or all, any, not" })
  key!: string;

  @ApiProperty({ example: true })
  holds!: boolean;

  @ApiPropertyOptional({ example: '>=', description: 'How fact and value are compared' })
  operator?: string;

  @ApiPropertyOptional({ ...ANY_VALUE, example: 2, description: 'What was asked for' })
  value?: Explanation['value'];

  @ApiPropertyOptional({ ...ANY_VALUE, nullable: true, example: 3, description: "What the customer's fact is" })
  fact?: Explanation['fact'];

  @ApiPropertyOptional({
    type: [String],
    maxItems: 100,
    example: ['5678901234'],
    description: "The platform's ids of the counted orders that have a part in the fact, the newest first",
  })
  orders?: readonly string[];

  @ApiPropertyOptional({ type: () => [ExplanationNode] })
  children?: readonly ExplanationNode[];
}

export class ExplanationAnswer implements MembershipExplanation {
  @ApiProperty({ format: 'uuid', example: CUSTOMER_ID })
  customerId!: string;

  @ApiProperty({ example: true })
  member!: boolean;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  memberSince!: Date | null;

  @ApiProperty({ type: String, format: 'date-time' })
  asOf!: Date;

  @ApiProperty({ type: ExplanationNode })
  tree!: ExplanationNode;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When time alone takes the customer in or out',
  })
  nextChangeAt!: Date | null;
}
