import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsObject } from 'class-validator';
import type { Explanation } from '../../segmentation/criteria/compile.js';
import type { MembershipExplanation } from '../../segmentation/segment-explanations.service.js';
import type { Preview } from '../../segmentation/segment-previews.service.js';
import { FromInstant, IfGiven, IsId, IsInstant } from '../../api/fields.js';
import { PageQuery } from '../../api/page.dto.js';
import { SampleCustomerAnswer } from './segments.dto.js';
import { AS_CRITERIA } from './segments.dto.js';

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

export class ExplainQuery {
  @IsId()
  @ApiProperty({ format: 'uuid', example: 'd2b1f4a6-1c7e-5a6d-b7d0-3e1d0c9b8a76' })
  customerId!: string;
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
