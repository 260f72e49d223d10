import { Body, Get, Param, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ApiProblems, type Page } from '#libs/kernel';
import { CustomerAnswer } from '../admin/dto/commerce.dto.js';
import { StoreReaderService } from '../admin/store-reader.service.js';
import { ApiIdempotent } from '../api/api-idempotent.js';
import { ForOwners, RetailerRoutes } from '../admin-actions/retailer-routes.decorator.js';
import { ApiPage, PageQuery } from '../api/page.dto.js';
import { CurrentCaller } from '../auth/caller.decorator.js';
import type { RetailerCaller } from '../auth/token-rules.js';
import { OrderAnswer } from '../commerce/queries/order.dto.js';
import { PrivacyRequestAnswer } from '../privacy/privacy-request.dto.js';
import { AskPrivacyBody } from './privacy.dto.js';
import { CustomerDetailAnswer, CustomerEmailAnswer, FindCustomersQuery } from './customers.dto.js';
import { CustomersService } from './customers.service.js';

@RetailerRoutes('customers')
export class RetailerCustomersController {
  constructor(
    private readonly stores: StoreReaderService,
    private readonly customers: CustomersService,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Customers with their facts and segments, found by name or address' })
  @ApiPage(CustomerAnswer)
  @ApiProblems(400)
  list(
    @CurrentCaller() { retailerId }: RetailerCaller,
    @Query() query: FindCustomersQuery,
  ): Promise<Page<CustomerAnswer>> {
    return this.stores.customers(retailerId, query);
  }

  @Get(':id')
  @ApiOperation({ summary: 'A customer with the segments and the consent' })
  @ApiOkResponse({ type: CustomerDetailAnswer })
  @ApiProblems(404)
  get(@CurrentCaller() { retailerId }: RetailerCaller, @Param('id') id: string): Promise<CustomerDetailAnswer> {
    return this.customers.get(retailerId, id);
  }

  @Post(':id/privacy-requests')
  @ForOwners()
  @ApiOperation({ summary: 'Ask for all data of a customer as a file, or for its erasure; a job does the work' })
  @ApiIdempotent()
  @ApiCreatedResponse({ type: PrivacyRequestAnswer })
  @ApiProblems(404, 422)
  ask(
    @CurrentCaller() { retailerId }: RetailerCaller,
    @Param('id') id: string,
    @Body() body: AskPrivacyBody,
  ): Promise<PrivacyRequestAnswer> {
    return this.customers.ask(retailerId, id, body);
  }

  @Get(':id/orders')
  @ApiOperation({ summary: "A customer's orders, newest first" })
  @ApiPage(OrderAnswer)
  @ApiProblems(400, 404)
  orders(
    @CurrentCaller() { retailerId }: RetailerCaller,
    @Param('id') id: string,
    @Query() { limit, cursor }: PageQuery,
  ): Promise<Page<OrderAnswer>> {
    return this.customers.orders(retailerId, id, limit, cursor);
  }

  @Get(':id/emails')
  @ApiOperation({ summary: 'The emails for a customer and their outcome, the latest due first' })
  @ApiPage(CustomerEmailAnswer)
  @ApiProblems(400, 404)
  emails(
    @CurrentCaller() { retailerId }: RetailerCaller,
    @Param('id') id: string,
    @Query() { limit, cursor }: PageQuery,
  ): Promise<Page<CustomerEmailAnswer>> {
    return this.customers.emails(retailerId, id, limit, cursor);
  }
}
