import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsObject,
  IsUUID,
  Length,
  ValidateNested,
} from 'class-validator';
import type { SegmentStatus } from '../../segmentation/segment.entity.js';
import type { Member, SegmentView, UpsertResult } from '../../segmentation/segmentation.service.js';
import { IfGiven, IsPlainText, Trim } from '../../api/fields.js';
import { PageQuery } from '../../api/page.dto.js';

const BRAND_ID = '6f6e2a0e-4f0c-5c3b-9d1f-2f4f6c1f0a11';
const SEGMENT_ID = '0d3c8a52-93a1-5f0e-8d53-7f9b2f5f3a77';
const CUSTOMER_ID = 'd2b1f4a6-1c7e-5a6d-b7d0-3e1d0c9b8a76';
const CRITERIA = { minPurchaseAmount: '250.00', minOrders: 3 };
const STATUSES = ['evaluating', 'ready'];

class SegmentDefinitionBody {
  @Trim()
  @Length(1, 120)
  @IsPlainText()
  @ApiProperty({ minLength: 1, maxLength: 120, example: 'Loyal', description: 'Unique in the brand' })
  name!: string;

  @IsObject()
  @ApiProperty({
    type: 'object',
    additionalProperties: false,
    properties: {
      minPurchaseAmount: {
        oneOf: [
          { type: 'string', pattern: String.raw`^\d{1,15}(\.\d{1,4})?$` },
          { type: 'number', minimum: 0 },
        ],
        description: 'Spent at least this much, in the currency of the store',
      },
      minOrders: { type: 'integer', minimum: 0, description: 'Ordered at least this often' },
    },
    example: CRITERIA,
    description: 'All keys have to hold; at least one is required',
  })
  criteria!: Record<string, unknown>;
}

export class UpsertSegmentsBody {
  @IsUUID('all')
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
  @ApiPropertyOptional({ default: false, description: 'Answer what would happen and change nothing' })
  dryRun?: boolean;
}

export class SegmentsQuery extends PageQuery {
  @IsUUID('all')
  @ApiProperty({ format: 'uuid', example: BRAND_ID })
  brandId!: string;
}

class UpsertedSegment implements UpsertResult {
  @ApiProperty({ format: 'uuid', example: SEGMENT_ID })
  id!: string;

  @ApiProperty({ example: 'Loyal' })
  name!: string;

  @ApiProperty({ enum: ['created', 'updated', 'unchanged'] })
  outcome!: UpsertResult['outcome'];

  @ApiProperty({ enum: STATUSES, description: 'A new or changed segment is evaluated by a job' })
  status!: SegmentStatus;

  @ApiProperty({ example: 0, description: 'Members before the change' })
  memberCount!: number;

  @ApiProperty({ example: 412, description: 'Who enters through the change, counted at the request' })
  entered!: number;

  @ApiProperty({ example: 0, description: 'Who leaves through the change, counted at the request' })
  left!: number;

  @ApiProperty({ type: 'object', additionalProperties: true, example: CRITERIA })
  criteria!: Record<string, unknown>;
}

export class UpsertSegmentsAnswer {
  @ApiProperty({ format: 'uuid', example: BRAND_ID })
  brandId!: string;

  @ApiProperty({ example: false })
  dryRun!: boolean;

  @ApiProperty({ type: [UpsertedSegment] })
  segments!: UpsertedSegment[];
}

export class SegmentAnswer implements SegmentView {
  @ApiProperty({ format: 'uuid', example: SEGMENT_ID })
  id!: string;

  @ApiProperty({ format: 'uuid', example: BRAND_ID })
  brandId!: string;

  @ApiProperty({ example: 'Loyal' })
  name!: string;

  @ApiProperty({ type: 'object', additionalProperties: true, example: CRITERIA })
  criteria!: Record<string, unknown>;

  @ApiProperty({ enum: STATUSES })
  status!: SegmentStatus;

  @ApiProperty({ example: 412 })
  memberCount!: number;

  @ApiProperty({ example: 1, description: 'Goes up with every change of the criteria' })
  version!: number;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  evaluatedAt!: Date | null;
}

export class MemberAnswer implements Member {
  @ApiProperty({ format: 'uuid', example: CUSTOMER_ID })
  customerId!: string;

  @ApiProperty({ example: '207119551', description: "The platform's id" })
  externalId!: string;

  @ApiProperty({ type: String, nullable: true, example: 'bob@example.com' })
  email!: string | null;

  @ApiProperty({ type: String, format: 'date-time' })
  enteredAt!: Date;
}
