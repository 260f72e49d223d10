import { ApiProperty } from '@nestjs/swagger';
import {
  type CriterionEntry,
  type Unit,
  UNITS,
  type ValueType,
  VALUE_TYPES,
} from '../segmentation/criteria/catalogue.js';

class CriterionAnswer implements CriterionEntry {
  @ApiProperty({ example: 'lastOrderOlderThanDays' })
  readonly key!: string;

  @ApiProperty({ enum: VALUE_TYPES })
  readonly type!: ValueType;

  @ApiProperty({ enum: UNITS, nullable: true })
  readonly unit!: Unit | null;

  @ApiProperty({ type: [String], example: ['older_than_days'] })
  readonly operators!: readonly string[];

  @ApiProperty({ example: 'The last counted order is N x 24 hours old, or older' })
  readonly text!: string;

  @ApiProperty({ type: Object, example: 90, description: 'A value' })
  readonly example!: unknown;

  @ApiProperty({ type: [Object], nullable: true, description: 'The values of a choice' })
  readonly options!: readonly unknown[] | null;

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'JSON schema of the value' })
  readonly schema!: Readonly<Record<string, unknown>>;

  @ApiProperty({ type: String, nullable: true, description: 'The key of the maximum that belongs to this minimum' })
  readonly atMost!: string | null;

  @ApiProperty({ description: 'Whether time alone can change who meets it' })
  readonly dependsOnTime!: boolean;
}

export class CriteriaAnswer {
  @ApiProperty({ type: [CriterionAnswer] })
  readonly keys!: readonly CriterionAnswer[];

  @ApiProperty({ type: [String], example: ['all', 'any', 'not'], description: 'Keys that hold criteria themselves' })
  readonly groups!: readonly string[];
}
