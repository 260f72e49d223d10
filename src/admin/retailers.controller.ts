import { Body, Get, Param, Patch, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ApiProblems, type Page } from '#libs/kernel';
import { AdminController } from '../admin-actions/admin-controller.decorator.js';
import { CurrentCaller } from '../auth/caller.decorator.js';
import type { AdminCaller } from '../auth/token-rules.js';
import { OrderAnswer } from '../commerce/queries/order.dto.js';
import { CustomerAnswer, CustomersQuery, ProductAnswer, ProductsQuery } from './dto/commerce.dto.js';
import { AdminChangeRetailerBody, RetailerDetailAnswer } from './dto/retailer-changes.dto.js';
import { ApiPage } from '../api/page.dto.js';
import { RetailerAnswer } from '../retailers/retailer.dto.js';
import { RetailerFlagsAnswer } from './dto/retailer-flags.dto.js';
import { RetailersQuery } from './dto/retailers.dto.js';
import { RetailerChangesService } from './retailer-changes.service.js';
import { StoreReaderService } from './store-reader.service.js';

@AdminController('retailers')
export class RetailersController {
  constructor(
    private readonly stores: StoreReaderService,
    private readonly changes: RetailerChangesService,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Retailers: the installations on stores' })
  @ApiPage(RetailerAnswer)
  @ApiProblems(400)
  list(@Query() query: RetailersQuery): Promise<Page<RetailerAnswer>> {
    return this.stores.retailers(query);
  }

  @Get(':id')
  @ApiOperation({ summary: 'A retailer' })
  @ApiOkResponse({ type: RetailerAnswer })
  @ApiProblems(404)
  get(@Param('id') id: string): Promise<RetailerAnswer> {
    return this.stores.retailer(id);
  }

  @Patch(':id')
  @ApiOperation({ summary: 'Change the settings of a retailer, its flags, or the Multipass secret of its store' })
  @ApiOkResponse({ type: RetailerDetailAnswer })
  @ApiProblems(400, 404, 413, 415, 422)
  change(
    @Param('id') id: string,
    @Body() body: AdminChangeRetailerBody,
    @CurrentCaller() { subject }: AdminCaller,
  ): Promise<RetailerDetailAnswer> {
    return this.changes.change(id, body, subject);
  }

  @Get(':id/flags')
  @ApiOperation({ summary: 'The flags of a retailer and the history of their settings' })
  @ApiOkResponse({ type: RetailerFlagsAnswer })
  @ApiProblems(404)
  flags(@Param('id') id: string): Promise<RetailerFlagsAnswer> {
    return this.changes.flagsOf(id);
  }

  @Get(':id/customers')
  @ApiOperation({ summary: 'Customers with their facts and segments' })
  @ApiPage(CustomerAnswer)
  @ApiProblems(400, 404)
  customers(@Param('id') id: string, @Query() query: CustomersQuery): Promise<Page<CustomerAnswer>> {
    return this.stores.customers(id, query);
  }

  @Get(':id/orders/:externalId')
  @ApiOperation({ summary: 'An order and whether it counts' })
  @ApiOkResponse({ type: OrderAnswer })
  @ApiProblems(404)
  order(@Param('id') id: string, @Param('externalId') externalId: string): Promise<OrderAnswer> {
    return this.stores.order(id, externalId);
  }

  @Get(':id/products')
  @ApiOperation({ summary: 'Products' })
  @ApiPage(ProductAnswer)
  @ApiProblems(400, 404)
  products(@Param('id') id: string, @Query() query: ProductsQuery): Promise<Page<ProductAnswer>> {
    return this.stores.products(id, query);
  }
}
