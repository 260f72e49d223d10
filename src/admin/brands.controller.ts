import { Body, Get, Param, Patch, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ApiProblems, type Page } from '#libs/kernel';
import { BrandsService } from '../retailers/brands.service.js';
import { ApiPage } from '../api/page.dto.js';
import { AdminController } from '../admin-actions/admin-controller.decorator.js';
import { BrandAnswer } from '../retailers/brand.dto.js';
import { BrandBody, BrandsQuery } from './dto/brands.dto.js';

@AdminController('brands')
export class BrandsController {
  constructor(private readonly brands: BrandsService) {}

  @Get()
  @ApiOperation({ summary: 'The brands of a retailer' })
  @ApiPage(BrandAnswer)
  @ApiProblems(400, 404)
  list(@Query() { retailerId, limit, cursor }: BrandsQuery): Promise<Page<BrandAnswer>> {
    return this.brands.list(retailerId, limit, cursor);
  }

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
  change(@Param('id') id: string, @Body() changes: BrandBody): Promise<BrandAnswer> {
    return this.brands.change(id, changes);
  }
}
