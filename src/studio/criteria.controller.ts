import { Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { RetailerRoutes } from '../admin-actions/retailer-routes.decorator.js';
import { criteriaCatalogue } from '../segmentation/criteria/catalogue.js';
import { CriteriaAnswer } from './criteria.dto.js';

@RetailerRoutes('criteria')
export class CriteriaController {
  @Get()
  @ApiOperation({ summary: 'Every key of the criteria of segments, for a program that builds criteria' })
  @ApiOkResponse({ type: CriteriaAnswer })
  list(): CriteriaAnswer {
    return { keys: criteriaCatalogue(), groups: ['all', 'any', 'not'] };
  }
}
