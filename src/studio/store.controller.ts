import { Body, Get, Param, Patch, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ApiProblems, type Page } from '#libs/kernel';
import { ProductAnswer, ProductsQuery } from '../admin/dto/commerce.dto.js';
import { ChangeRetailerBody, RetailerDetailAnswer } from '../admin/dto/retailer-changes.dto.js';
import { RetailerChangesService } from '../admin/retailer-changes.service.js';
import { StoreReaderService } from '../admin/store-reader.service.js';
import { ForOwners, RetailerRoutes } from '../admin-actions/retailer-routes.decorator.js';
import { ApiPage } from '../api/page.dto.js';
import { CurrentCaller } from '../auth/caller.decorator.js';
import { RetailerUsersService } from '../auth/retailer-users.service.js';
import type { RetailerCaller } from '../auth/token-rules.js';
import { OrderAnswer } from '../commerce/queries/order.dto.js';
import { TeamAnswer } from './store.dto.js';

@RetailerRoutes('store')
export class StoreController {
  constructor(
    private readonly stores: StoreReaderService,
    private readonly changes: RetailerChangesService,
    private readonly users: RetailerUsersService,
  ) {}

  @Get()
  @ApiOperation({ summary: 'The store: its connection, its webhooks and what their watch repaired, and its settings' })
  @ApiOkResponse({ type: RetailerDetailAnswer })
  get(@CurrentCaller() { retailerId }: RetailerCaller): Promise<RetailerDetailAnswer> {
    return this.changes.detail(retailerId);
  }

  @Patch()
  @ForOwners()
  @ApiOperation({ summary: 'Change the settings of the store' })
  @ApiOkResponse({ type: RetailerDetailAnswer })
  @ApiProblems(400, 413, 415, 422)
  change(
    @CurrentCaller() { retailerId, subject }: RetailerCaller,
    @Body() body: ChangeRetailerBody,
  ): Promise<RetailerDetailAnswer> {
    return this.changes.change(retailerId, body, subject);
  }

  @Get('team')
  @ApiOperation({ summary: 'The users of the store who have opened the app' })
  @ApiOkResponse({ type: TeamAnswer })
  async team(@CurrentCaller() { retailerId }: RetailerCaller): Promise<TeamAnswer> {
    return { users: await this.users.list(retailerId) };
  }

  @Get('products')
  @ApiOperation({ summary: 'Products' })
  @ApiPage(ProductAnswer)
  @ApiProblems(400)
  products(
    @CurrentCaller() { retailerId }: RetailerCaller,
    @Query() query: ProductsQuery,
  ): Promise<Page<ProductAnswer>> {
    return this.stores.products(retailerId, query);
  }

  @Get('orders/:externalId')
  @ApiOperation({ summary: 'An order and whether it counts' })
  @ApiOkResponse({ type: OrderAnswer })
  @ApiProblems(404)
  order(
    @CurrentCaller() { retailerId }: RetailerCaller,
    @Param('externalId') externalId: string,
  ): Promise<OrderAnswer> {
    return this.stores.order(retailerId, externalId);
  }
}
