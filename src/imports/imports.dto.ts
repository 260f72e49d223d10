import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsObject, Matches, ValidateBy } from 'class-validator';
import { PROBLEM_PARTS, type ProblemPartsAnswer } from '#libs/kernel';
import { IfGiven } from '../api/fields.js';
import {
  type HistoryImport,
  IMPORT_STATES,
  IMPORT_WORKS,
  type ImportState,
  type ImportWork,
} from './history-import.entity.js';
import { importProblemParts } from './import-problems.js';
import { MOST_REASONS } from './imports.repository.js';
import type { ShownImport } from './imports.service.js';
import {
  describeTargets,
  IMPORT_KINDS,
  type ImportKind,
  type ImportTarget,
  type Mapping,
  TARGET_NEEDS,
  type TargetNeed,
} from './reading/mapping.js';
import { refusalParts } from './reading/refusals.js';
import { IMPORT_FORMATS, type ImportFormat } from './reading/table.js';

const SOURCE = /^[a-z0-9][a-z0-9._-]{0,39}$/;
const MOST_TARGETS = 20;
const LONGEST_COLUMN = 200;

/** An object of texts without control characters, and of nulls. */
const IsMapping = (): PropertyDecorator =>
  ValidateBy({
    name: 'isMapping',
    validator: {
      validate: (value: unknown) =>
        typeof value === 'object' &&
        value !== null &&
        Object.entries(value).length <= MOST_TARGETS &&
        Object.values(value).every(
          (column: unknown) =>
            column === null ||
            (typeof column === 'string' && column.length <= LONGEST_COLUMN && /^\P{Cc}+$/u.test(column)),
        ),
      defaultMessage: () => `$property must map at most ${MOST_TARGETS} targets to names of columns, or to null`,
    },
  });

const MAPPING_DOCS = {
  type: 'object',
  additionalProperties: { type: 'string', nullable: true },
  example: { orderId: 'Receipt', total: 'Sum', orderedAt: 'Date', status: null },
} as const;

export class NewImportBody {
  @IsIn(IMPORT_KINDS)
  @ApiProperty({ enum: IMPORT_KINDS })
  kind!: ImportKind;

  @Matches(SOURCE, { message: '$property must have 1 to 40 characters: a-z, 0-9, dot, underscore, hyphen' })
  @ApiProperty({
    example: 'till',
    description: 'The name of the other system. A record is known by this name and its id, so keep it the same',
  })
  source!: string;

  @IsIn(IMPORT_FORMATS)
  @ApiProperty({ enum: IMPORT_FORMATS })
  format!: ImportFormat;

  @IsMapping()
  @IsObject()
  @IfGiven()
  @ApiPropertyOptional({
    ...MAPPING_DOCS,
    description:
      'The column of each target; null for a target that has none. Targets that are missing are guessed by the names ' +
      'of the columns',
  })
  mapping?: Record<string, string | null>;
}

export class StartImportBody {
  @IsBoolean()
  @IfGiven()
  @ApiPropertyOptional({ default: false, description: 'Says what would happen, and writes nothing' })
  dryRun?: boolean;

  @IsMapping()
  @IsObject()
  @IfGiven()
  @ApiPropertyOptional({ ...MAPPING_DOCS, description: 'Columns of targets, or null, that replace those given before' })
  mapping?: Record<string, string | null>;
}

const REASON_PARTS = {
  ...PROBLEM_PARTS,
  example: { code: 'not_an_amount', values: {} },
  description: 'The reason in parts; null for one without a code',
};

export class HistoryImportProgressAnswer {
  @ApiProperty({ example: 482_110, description: 'Bytes that have arrived' })
  readonly bytes!: number;

  @ApiProperty({ example: 241_055, description: 'Bytes whose lines are done' })
  readonly bytesRead!: number;

  @ApiProperty({ example: 1_200 })
  readonly lines!: number;
}

export class RefusedRowAnswer {
  @ApiProperty({ example: 7, description: 'From 1, with the header' })
  readonly line!: number;

  @ApiProperty({ example: '/total', description: 'The target that is wrong; empty for the whole line' })
  readonly pointer!: string;

  @ApiProperty({ example: 'An amount is not negative.' })
  readonly reason!: string;

  @ApiProperty(REASON_PARTS)
  readonly reasonParts!: ProblemPartsAnswer | null;
}

export class RefusalCountAnswer {
  @ApiProperty({ example: '/total', description: 'The target that is wrong; empty for the whole line' })
  readonly pointer!: string;

  @ApiProperty({ example: 'An amount is not negative.' })
  readonly reason!: string;

  @ApiProperty(REASON_PARTS)
  readonly reasonParts!: ProblemPartsAnswer | null;

  @ApiProperty({ example: 12, description: 'Refused lines with this reason' })
  readonly lines!: number;

  @ApiProperty({ example: 7, description: 'The number of the first of them' })
  readonly firstLine!: number;
}

export class ImportTargetAnswer implements ImportTarget {
  @ApiProperty({ example: 'orderId' })
  readonly name!: string;

  @ApiProperty({ enum: TARGET_NEEDS, description: '`one_of`: this one or another one of them is needed' })
  readonly need!: TargetNeed;
}

export class ImportPreviewAnswer {
  @ApiProperty({ type: [String], example: ['Receipt', 'Sum', 'Date'] })
  readonly columns!: readonly string[];

  @ApiProperty({
    type: 'array',
    items: { type: 'array', items: { type: 'string' } },
    example: [['1001', '12.50', '2025-03-01']],
    description: 'The cells of the first 10 rows, in the order of the columns',
  })
  readonly rows!: readonly (readonly string[])[];

  @ApiProperty({ ...MAPPING_DOCS, description: 'As the import would use it now' })
  readonly mapping!: Mapping;

  @ApiProperty({ type: [ImportTargetAnswer], description: 'What a column may be used for' })
  readonly targets!: readonly ImportTargetAnswer[];

  @ApiProperty({ type: [RefusedRowAnswer], description: 'Those of the first rows that would be refused' })
  readonly refused!: readonly RefusedRowAnswer[];
}

export class HistoryImportCountsAnswer {
  @ApiProperty({ example: 1_200, description: 'Lines that are done; blank lines and the header do not count' })
  readonly lines!: number;

  @ApiProperty({ example: 1_198 })
  readonly accepted!: number;

  @ApiProperty({ example: 2, description: '`refused.csv` has the first 100,000' })
  readonly refused!: number;

  @ApiProperty({ example: 1_000, description: 'Accepted lines with a new record' })
  readonly created!: number;

  @ApiProperty({ example: 18, description: 'Accepted lines that changed a record' })
  readonly updated!: number;

  @ApiProperty({ example: 180, description: 'Accepted lines that changed nothing' })
  readonly unchanged!: number;
}

/** An import of history. */
export class HistoryImportAnswer {
  @ApiProperty({ format: 'uuid' })
  readonly id!: string;

  @ApiProperty({ enum: IMPORT_KINDS })
  readonly kind!: ImportKind;

  @ApiProperty({ example: 'till' })
  readonly source!: string;

  @ApiProperty({ enum: IMPORT_FORMATS })
  readonly format!: ImportFormat;

  @ApiProperty({
    enum: IMPORT_STATES,
    description:
      '`running` while lines are read or taken back. A dry run ends as `completed` with `dryRun`, and may be followed ' +
      'by another start',
  })
  readonly state!: ImportState;

  @ApiProperty({ enum: IMPORT_WORKS, nullable: true, description: 'What the import does, or did last' })
  readonly work!: ImportWork | null;

  @ApiProperty({ description: 'Whether the run is, or the last run was, a dry run' })
  readonly dryRun!: boolean;

  @ApiProperty({ description: 'Whether lines were written that an undo can take back' })
  readonly undoable!: boolean;

  @ApiProperty({ type: HistoryImportProgressAnswer })
  readonly progress!: HistoryImportProgressAnswer;

  @ApiProperty({
    type: ImportPreviewAnswer,
    nullable: true,
    description: 'Null while there is no file, once the file is deleted, and in lists',
  })
  readonly preview!: ImportPreviewAnswer | null;

  @ApiProperty({ type: HistoryImportCountsAnswer })
  readonly counts!: HistoryImportCountsAnswer;

  @ApiProperty({
    type: [RefusalCountAnswer],
    description: `Why lines were refused, the most frequent reason first, at most ${MOST_REASONS}; empty in lists`,
  })
  readonly refusals!: readonly RefusalCountAnswer[];

  @ApiProperty({ ...MAPPING_DOCS, description: 'The columns as given, and once started as used' })
  readonly mapping!: Mapping;

  @ApiProperty({
    type: String,
    nullable: true,
    description: "Why the file can't be read, or why the import failed or was cancelled",
  })
  readonly problem!: string | null;

  @ApiProperty(PROBLEM_PARTS)
  readonly problemParts!: ProblemPartsAnswer | null;

  @ApiProperty({ type: String, format: 'date-time' })
  readonly createdAt!: Date;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  readonly finishedAt!: Date | null;
}

/** The import as a list shows it. */
export const importAnswer = (found: HistoryImport): HistoryImportAnswer =>
  shownImportAnswer({ found, head: null, problem: found.problem, refusals: [] });

export const shownImportAnswer = ({ found, head, problem, refusals }: ShownImport): HistoryImportAnswer => {
  const { id, kind, source, format, state, work, mapping, createdAt, finishedAt, lines } = found;
  const { refused, created, updated, unchanged } = found;
  return {
    id,
    kind,
    source,
    format,
    state,
    work,
    dryRun: work === 'dry_run',
    undoable: found.written && ['completed', 'cancelled', 'failed'].includes(state),
    progress: { bytes: Number(found.bytes), bytesRead: Number(found.bytesRead), lines },
    preview: head && { ...head, targets: describeTargets(kind), refused: head.refused.map(withReasonParts) },
    counts: { lines, accepted: lines - refused, refused, created, updated, unchanged },
    refusals: refusals.map(withReasonParts),
    mapping,
    problem,
    problemParts: importProblemParts(problem),
    createdAt,
    finishedAt,
  };
};

const withReasonParts = <T extends { readonly reason: string }>(refused: T) => ({
  ...refused,
  reasonParts: refusalParts(refused.reason),
});
