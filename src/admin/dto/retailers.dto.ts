import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { type Platform, PLATFORMS, RETAILER_STATUSES, type RetailerStatus } from '../../retailers/retailer.entity.js';
import { IfGiven, IsPlainText, IsText } from '../../api/fields.js';
import { PageQuery } from '../../api/page.dto.js';

export class RetailersQuery extends PageQuery {
  @IfGiven()
  @IsIn(PLATFORMS)
  @ApiPropertyOptional({ enum: [...PLATFORMS] })
  platform?: Platform;

  @IfGiven()
  @IsPlainText()
  @ApiPropertyOptional({
    example: 'shop1.myshopify.com',
    description: 'The `shop` domain (platform A) or the store hash (platform B)',
  })
  externalId?: string;

  @IsText(120, { required: false, example: 'winter', description: 'A part of the name; case does not matter' })
  name?: string;

  @IfGiven()
  @IsIn(RETAILER_STATUSES)
  @ApiPropertyOptional({ enum: RETAILER_STATUSES })
  status?: RetailerStatus;

  @IfGiven()
  @IsIn(['true'])
  @ApiPropertyOptional({ enum: ['true'], description: 'Only stores that have not granted every permission' })
  missingScopes?: 'true';
}
