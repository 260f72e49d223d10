import { ApiProperty, ApiPropertyOptional, PickType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsInt,
  IsObject,
  Length,
  Min,
  ValidateNested,
} from 'class-validator';
import type { SegmentStatus } from '../definitions/segment.entity.js';
import { SampleCustomerAnswer } from '../evaluation/sample-customer.dto.js';
import { IfGiven, IsId, IsPlainText, Trim } from '../../api/fields.js';
import { PageQuery } from '../../api/page.dto.js';

/** Refers to the schema of criteria in the API document. Its keys come from the registry. */
export const AS_CRITERIA = {
  type: 'object' as const,
  additionalProperties: true,
  allOf: [{ $ref: '#/components/schemas/Criteria' }],
};

export const BRAND_ID = '6f6e2a0e-4f0c-5c3b-9d1f-2f4f6c1f0a11';
const SEGMENT_ID = '0d3c8a52-93a1-5f0e-8d53-7f9b2f5f3a77';
const CRITERIA = { minPurchaseAmount: '250.00', minOrders: 3 };
const STATUSES = ['evaluating', 'ready'];

export class RenameSegmentBody {
  @Trim()
  @Length(1, 120)
  @IsPlainText()
  @ApiProperty({
    minLength: 1,
    maxLength: 120,
    example: 'Loyal',
    description: 'Unique in the brand, also among the names that its segments had',
  })
  name!: string;
}

class SegmentDefinitionBody extends RenameSegmentBody {
  @IsObject()
  @ApiProperty({ ...AS_CRITERIA, example: CRITERIA, description: 'All keys must hold; at least one is required' })
  criteria!: Record<string, unknown>;

  @IfGiven()
  @IsInt()
  @Min(0)
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    description: 'The version that the change is based on, 0 for a new segment; 409 where it is not the stored version',
  })
  version?: number;
}

export type SegmentDefinition = Readonly<SegmentDefinitionBody>;

export class UpsertSegmentsBody {
  @IsId()
  @ApiProperty({ format: 'uuid', example: BRAND_ID })
  brandId!: string;

  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(100)
  @ValidateNested({ each: true })
  @Type(() => SegmentDefinitionBody)
  @ApiProperty({ type: [SegmentDefinitionBody], minItems: 1, maxItems: 100 })
  segments!: SegmentDefinitionBody[];

  @IfGiven()
  @IsBoolean()
  @ApiPropertyOptional({ default: false, description: 'Answer what would change, and change nothing' })
  dryRun?: boolean;
}

export class SegmentsQuery extends PageQuery {
  @IsId()
  @ApiProperty({ format: 'uuid', example: BRAND_ID })
  brandId!: string;
}

class TransitionSample {
  @ApiProperty({ type: [SampleCustomerAnswer], maxItems: 10 })
  entered!: readonly SampleCustomerAnswer[];

  @ApiProperty({ type: [SampleCustomerAnswer], maxItems: 10 })
  left!: readonly SampleCustomerAnswer[];
}

export class SegmentAnswer {
  @ApiProperty({ format: 'uuid', example: SEGMENT_ID })
  id!: string;

  @ApiProperty({ format: 'uuid', example: BRAND_ID })
  brandId!: string;

  @ApiProperty({ example: 'Loyal' })
  name!: string;

  @ApiProperty({
    type: [String],
    example: ['Regulars'],
    description: 'Names that the segment had, oldest first; they still lead to it, in upserts and in sequences',
  })
  formerNames!: readonly string[];

  @ApiProperty({ ...AS_CRITERIA, example: CRITERIA })
  criteria!: Record<string, unknown>;

  @ApiProperty({ enum: STATUSES, description: 'A job evaluates a new or changed segment' })
  status!: SegmentStatus;

  @ApiProperty({ type: 'integer', nullable: true, example: 412, description: 'Null while the segment is evaluated' })
  memberCount!: number | null;

  @ApiProperty({ example: 1, description: 'Rises with each change of the criteria' })
  version!: number;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  evaluatedAt!: Date | null;

  @ApiProperty({ example: 1, description: 'The evaluated share of all customers, from 0 to 1' })
  progress!: number;
}

class UpsertedSegment extends PickType(SegmentAnswer, ['id', 'name', 'status', 'memberCount', 'criteria']) {
  @ApiProperty({ enum: ['created', 'updated', 'unchanged'] })
  outcome!: 'created' | 'updated' | 'unchanged';

  @ApiProperty({ example: 412, description: 'How many customers enter through the change, counted at the request' })
  entered!: number;

  @ApiProperty({ example: 0, description: 'How many customers leave through the change, counted at the request' })
  left!: number;

  @ApiPropertyOptional({ type: TransitionSample, description: 'Only in a dry run' })
  sample?: TransitionSample;
}

export type UpsertResult = Readonly<UpsertedSegment>;

export class UpsertSegmentsAnswer {
  @ApiProperty({ format: 'uuid', example: BRAND_ID })
  brandId!: string;

  @ApiProperty({ example: false })
  dryRun!: boolean;

  @ApiProperty({ type: [UpsertedSegment] })
  segments!: readonly UpsertResult[];
}
