import { Body, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiBody, ApiNoContentResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ApiProblems, type Page } from '#libs/kernel';
import { AdminModuleTokenBody } from './dto/module-tokens.dto.js';
import { ModuleTokensService } from './module-tokens.service.js';
import { ApiPage, PageQuery } from '../api/page.dto.js';
import { CurrentCaller } from '../auth/caller.decorator.js';
import { ListedModuleTokenAnswer, ModuleTokenAnswer } from '../auth/module-token.dto.js';
import type { AdminCaller } from '../auth/token-rules.js';
import { AdminController, ApiIdempotent } from '../admin-actions/admin-controller.decorator.js';

@AdminController('retailers/:id/module-tokens')
export class AdminModuleTokensController {
  constructor(private readonly tokens: ModuleTokensService) {}

  @Post()
  @HttpCode(200)
  @ApiIdempotent()
  @ApiOperation({ summary: 'Creates a token for module R of this retailer' })
  @ApiBody({ type: AdminModuleTokenBody, required: false })
  @ApiOkResponse({ type: ModuleTokenAnswer })
  @ApiProblems(404, 409)
  mint(
    @Param('id') id: string,
    @CurrentCaller() { subject }: AdminCaller,
    @Body() { expiresIn }: AdminModuleTokenBody,
  ): Promise<ModuleTokenAnswer> {
    return this.tokens.mint(id, { kind: 'admin', subject }, expiresIn);
  }

  @Get()
  @ApiOperation({ summary: 'Lists the tokens for module R that have not expired, newest first' })
  @ApiPage(ListedModuleTokenAnswer)
  @ApiProblems(400, 404)
  list(@Param('id') id: string, @Query() { limit, cursor }: PageQuery): Promise<Page<ListedModuleTokenAnswer>> {
    return this.tokens.list(id, limit, cursor);
  }

  @Get(':jti')
  @ApiOperation({ summary: 'Shows the creator and the expiry of a token for module R' })
  @ApiOkResponse({ type: ListedModuleTokenAnswer })
  @ApiProblems(404)
  get(@Param('id') id: string, @Param('jti') jti: string): Promise<ListedModuleTokenAnswer> {
    return this.tokens.get(id, jti);
  }

  @Delete(':jti')
  @HttpCode(204)
  @ApiOperation({ summary: 'Revokes a token for module R, also one of the command line, which is not listed' })
  @ApiNoContentResponse()
  @ApiProblems(404)
  revoke(@Param('id') id: string, @Param('jti') jti: string): Promise<void> {
    return this.tokens.revokeAny(id, jti);
  }
}
