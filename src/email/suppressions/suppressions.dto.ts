import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, Length } from 'class-validator';
import { PROBLEM_PARTS, type ProblemPartsAnswer } from '#libs/kernel';
import { IfGiven, IsPlainText, IsText, Trim } from '../../api/fields.js';
import { PageQuery } from '../../api/page.dto.js';
import { IMPORT_STATES, type ImportState, type SuppressionImport } from './suppression-import.entity.js';
import { suppressionProblemParts } from './suppression-problems.js';

export class SuppressionsQuery extends PageQuery {
  @IfGiven()
  @IsIn(['json', 'csv'])
  @ApiPropertyOptional({ enum: ['json', 'csv'], default: 'json', description: 'csv: all of them, in one file' })
  format?: 'json' | 'csv';
}

export class SuppressionBody {
  @IsPlainText()
  @Length(3, 320)
  @Trim()
  @ApiProperty({ minLength: 3, maxLength: 320, example: 'ada@example.com' })
  email!: string;

  @IsText(200, {
    required: false,
    example: 'asked by telephone',
    description:
      'Any text. `unsubscribed` alone can be taken back by the person; every other reason stands until it is removed. ' +
      'Default: `manual`',
  })
  reason?: string;
}

export class SuppressionQuery {
  @IsPlainText()
  @Length(3, 320)
  @Trim()
  @ApiProperty({ minLength: 3, maxLength: 320, example: 'ada@example.com' })
  email!: string;
}

/** An address that gets no emails of the retailer. */
export class SuppressionAnswer {
  @ApiProperty({ type: String, nullable: true, example: 'ada@example.com', description: 'Null once it is erased' })
  readonly email!: string | null;

  @ApiProperty({
    example: 'complaint',
    description: '`hard_bounce`, `complaint`, `unsubscribed`, `imported`, `manual` or the text that was given',
  })
  readonly reason!: string;

  @ApiProperty({ type: String, format: 'date-time' })
  readonly createdAt!: Date;
}

export class ImportCountsAnswer {
  @ApiProperty({ example: 1_200, description: 'Lines that are read; blank lines and the header do not count' })
  readonly lines!: number;

  @ApiProperty({ example: 1_198, description: 'Lines whose address is suppressed now' })
  readonly accepted!: number;

  @ApiProperty({ example: 2, description: 'Lines that were not taken; `refused.csv` has the first 100,000' })
  readonly refused!: number;
}

export class ImportProgressAnswer {
  @ApiProperty({ example: 48_211, description: 'Bytes that have arrived' })
  readonly bytes!: number;

  @ApiProperty({ example: 1_200 })
  readonly lines!: number;
}

export class ImportProofAnswer {
  @ApiProperty({ example: 1_198, description: 'Accepted lines whose address was checked, all of them' })
  readonly lines!: number;

  @ApiProperty({
    example: 0,
    description: 'Lines whose address could get emails, because the suppression was removed during the import',
  })
  readonly mailable!: number;

  @ApiProperty({ type: String, format: 'date-time' })
  readonly at!: Date;
}

/** The import of a list of addresses. */
export class SuppressionImportAnswer {
  @ApiProperty({ format: 'uuid' })
  readonly id!: string;

  @ApiProperty({ enum: IMPORT_STATES })
  readonly state!: ImportState;

  @ApiProperty({ type: ImportCountsAnswer })
  readonly counts!: ImportCountsAnswer;

  @ApiProperty({ type: ImportProgressAnswer })
  readonly progress!: ImportProgressAnswer;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'The first line names no column "email". It has to be: email,reason',
    description: 'Why the import failed',
  })
  readonly problem!: string | null;

  @ApiProperty(PROBLEM_PARTS)
  readonly problemParts!: ProblemPartsAnswer | null;

  @ApiProperty({
    type: ImportProofAnswer,
    nullable: true,
    description:
      'After the last line the file is read again, and each address is looked up in the way that sending does. Null ' +
      'until that is done',
  })
  readonly proof!: ImportProofAnswer | null;

  @ApiProperty({ type: String, format: 'date-time' })
  readonly createdAt!: Date;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  readonly finishedAt!: Date | null;
}

export const importAnswer = (row: SuppressionImport): SuppressionImportAnswer => {
  const { id, state, lines, accepted, refused, checked, mailable, problem, createdAt, finishedAt } = row;
  const counts = { lines, accepted, refused };
  const progress = { bytes: Number(row.bytes), lines };
  const proof = state === 'completed' && finishedAt ? { lines: checked, mailable, at: finishedAt } : null;
  return {
    id,
    state,
    counts,
    progress,
    problem,
    problemParts: suppressionProblemParts(problem),
    proof,
    createdAt,
    finishedAt,
  };
};
