import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { IfGiven, IsId } from '../api/fields.js';
import { EXPORT_FORMATS, type ExportFormat } from './formats/formats.js';

export class ExportQuery {
  @IfGiven()
  @IsIn(EXPORT_FORMATS)
  @ApiPropertyOptional({ enum: EXPORT_FORMATS, description: 'Goes before `Accept`; `csv` where neither says one' })
  format?: ExportFormat;

  @IfGiven()
  @IsId()
  @ApiPropertyOptional({ format: 'uuid', description: 'The segment of `members`; required there, and only there' })
  segmentId?: string;
}
