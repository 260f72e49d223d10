import { ApiPropertyOptional } from '@nestjs/swagger';
import { ACTION } from '../../admin-actions/action.dto.js';
import { IfGiven, IsId, IsPlainText } from '../../api/fields.js';
import { PageQuery } from '../../api/page.dto.js';

export class ActionsQuery extends PageQuery {
  @IfGiven()
  @IsPlainText()
  @ApiPropertyOptional({ example: 'ada', description: "`sub` of the admin's token" })
  subject?: string;

  @IfGiven()
  @IsPlainText()
  @ApiPropertyOptional({ example: ACTION, description: 'Method and route, as docs/operations/security.md lists them' })
  action?: string;

  @IfGiven()
  @IsId()
  @ApiPropertyOptional({ format: 'uuid' })
  retailerId?: string;
}
