import { Body, Controller, Delete, Get, Header, HttpCode, Param, Post, Query, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiProblems, type Page } from '#libs/kernel';
import { ApiPage, PageQuery } from '../api/page.dto.js';
import { CurrentCaller } from '../auth/caller.decorator.js';
import { ListedModuleTokenAnswer, ModuleTokenAnswer } from '../auth/module-token.dto.js';
import { OwnerGuard, RetailerGuard } from '../auth/token.guard.js';
import { minterOf } from '../auth/minter-of.js';
import type { RetailerCaller } from '../auth/token-rules.js';
import { ModuleTokenBody } from './dto/module-tokens.dto.js';
import { ModuleTokensService } from './module-tokens.service.js';

/** Tokens for module R, for owners of a store. */
@ApiTags('retailer')
@ApiBearerAuth('retailer')
@ApiProblems(401, 403, 503)
@UseGuards(RetailerGuard, OwnerGuard)
@Controller('retailer/module-tokens')
export class RetailerModuleTokensController {
  constructor(private readonly tokens: ModuleTokensService) {}

  @Post()
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  @ApiOperation({
    summary: 'Creates a token for module R; for owners',
    description: 'The token ends when the owner loses access.',
  })
  @ApiOkResponse({ type: ModuleTokenAnswer })
  @ApiBody({ type: ModuleTokenBody, required: false })
  @ApiProblems(400, 413, 415, 422)
  mint(@CurrentCaller() caller: RetailerCaller, @Body() { expiresIn }: ModuleTokenBody): Promise<ModuleTokenAnswer> {
    return this.tokens.mint(caller.retailerId, minterOf(caller), expiresIn);
  }

  @Get()
  @Header('cache-control', 'no-store')
  @ApiOperation({ summary: 'Lists the tokens for module R that have not expired, newest first; for owners' })
  @ApiPage(ListedModuleTokenAnswer)
  @ApiProblems(400)
  list(
    @CurrentCaller() { retailerId }: RetailerCaller,
    @Query() { limit, cursor }: PageQuery,
  ): Promise<Page<ListedModuleTokenAnswer>> {
    return this.tokens.list(retailerId, limit, cursor);
  }

  @Get(':jti')
  @Header('cache-control', 'no-store')
  @ApiOperation({ summary: 'Shows the creator and the expiry of a token for module R; for owners' })
  @ApiOkResponse({ type: ListedModuleTokenAnswer })
  @ApiProblems(404)
  get(@CurrentCaller() { retailerId }: RetailerCaller, @Param('jti') jti: string): Promise<ListedModuleTokenAnswer> {
    return this.tokens.get(retailerId, jti);
  }

  @Delete(':jti')
  @HttpCode(204)
  @ApiOperation({ summary: 'Revokes a token for module R; for owners' })
  @ApiNoContentResponse()
  @ApiProblems(404)
  revoke(@CurrentCaller() { retailerId }: RetailerCaller, @Param('jti') jti: string): Promise<void> {
    return this.tokens.revokeListed(retailerId, jti);
  }
}
