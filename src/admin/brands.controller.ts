import { Body, Get, Injectable, Param, Patch, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ApiProblems, type Page } from '#libs/kernel';
import { BrandsService } from '../retailers/brands.service.js';
import { ApiPage, PageQuery } from '../api/page.dto.js';
import { AdminController } from '../admin-actions/admin-controller.decorator.js';
import { RetailerRoutes } from '../admin-actions/retailer-routes.decorator.js';
import { CurrentCaller } from '../auth/caller.decorator.js';
import { requireOwner } from '../auth/token.guard.js';
import type { AdminCaller, RetailerCaller } from '../auth/token-rules.js';
import { BrandAnswer } from '../retailers/brand.dto.js';
import { BrandBody, BrandsQuery } from './dto/brands.dto.js';

@Injectable()
abstract class BrandRoutes {
  constructor(protected readonly brands: BrandsService) {}

  @Get(':id')
  @ApiOperation({ summary: 'A brand: its look, its tone and its sender' })
  @ApiOkResponse({ type: BrandAnswer })
  @ApiProblems(404)
  get(@Param('id') id: string): Promise<BrandAnswer> {
    return this.brands.get(id);
  }

  @Patch(':id')
  @ApiOperation({ summary: 'Change any part of a brand; values that are not named stay' })
  @ApiOkResponse({ type: BrandAnswer })
  @ApiProblems(400, 404, 413, 415, 422)
  change(
    @Param('id') id: string,
    @Body() changes: BrandBody,
    @CurrentCaller() caller: AdminCaller | RetailerCaller,
  ): Promise<BrandAnswer> {
    // The sender and the settings decide who gets emails.
    if (changes.sender !== undefined || changes.settings !== undefined) requireOwner(caller);
    return this.brands.change(id, changes);
  }
}

@AdminController('brands')
export class BrandsController extends BrandRoutes {
  @Get()
  @ApiOperation({ summary: 'The brands of a retailer' })
  @ApiPage(BrandAnswer)
  @ApiProblems(400, 404)
  list(@Query() { retailerId, limit, cursor }: BrandsQuery): Promise<Page<BrandAnswer>> {
    return this.brands.list(retailerId, limit, cursor);
  }
}

@RetailerRoutes('brands')
export class RetailerBrandsController extends BrandRoutes {
  @Get()
  @ApiOperation({ summary: 'The brands of the store' })
  @ApiPage(BrandAnswer)
  @ApiProblems(400)
  list(
    @CurrentCaller() { retailerId }: RetailerCaller,
    @Query() { limit, cursor }: PageQuery,
  ): Promise<Page<BrandAnswer>> {
    return this.brands.list(retailerId, limit, cursor);
  }
}
