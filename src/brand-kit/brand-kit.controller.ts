import { Body, HttpCode, Injectable, Param, Post } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ApiProblems } from '#libs/kernel';
import { AdminController, ApiIdempotent } from '../admin-actions/admin-controller.decorator.js';
import { RetailerRoutes } from '../admin-actions/retailer-routes.decorator.js';
import { BrandKitsService } from './brand-kits.service.js';
import { ImportKitAnswer, ImportKitBody } from './import-kit.dto.js';

@Injectable()
abstract class BrandKitRoutes {
  constructor(private readonly kits: BrandKitsService) {}

  @Post(':id/import-kit')
  @HttpCode(200)
  @ApiOperation({ summary: 'A proposal for colours, fonts and logos, from the store or from a logo' })
  @ApiIdempotent()
  @ApiBody({ type: ImportKitBody, required: false })
  @ApiOkResponse({ type: ImportKitAnswer })
  @ApiProblems(404, 413, 415, 422, 502)
  import(@Param('id') id: string, @Body() body: ImportKitBody): Promise<ImportKitAnswer> {
    return this.kits.import(id, body);
  }
}

@AdminController('brands')
export class BrandKitController extends BrandKitRoutes {}

@RetailerRoutes('brands')
export class RetailerBrandKitController extends BrandKitRoutes {}
