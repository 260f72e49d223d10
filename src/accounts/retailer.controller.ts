import { Body, Controller, Get, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '#libs/kernel';
import { CurrentCaller } from '../auth/caller.decorator.js';
import { OwnerGuard, RetailerGuard } from '../auth/token.guards.js';
import type { RetailerCaller } from '../auth/token-rules.js';
import { ModuleTokenAnswer, ModuleTokenBody, RetailerMeAnswer } from './dto/accounts.dto.js';
import { RetailerAccounts } from './retailer-accounts.js';

/** What the users of a store see and do. */
@ApiTags('retailer')
@ApiBearerAuth('retailer')
@ApiProblems(401, 503)
@UseGuards(RetailerGuard)
@Controller('retailer')
export class RetailerController {
  constructor(private readonly accounts: RetailerAccounts) {}

  @Get('me')
  @ApiOperation({ summary: 'The store and who asks' })
  @ApiOkResponse({ type: RetailerMeAnswer })
  me(@CurrentCaller() caller: RetailerCaller): Promise<RetailerMeAnswer> {
    return this.accounts.me(caller);
  }

  @Post('module-tokens')
  @HttpCode(200)
  @UseGuards(OwnerGuard)
  @ApiOperation({ summary: 'A token for module R; for owners' })
  @ApiOkResponse({ type: ModuleTokenAnswer })
  @ApiBody({ type: ModuleTokenBody, required: false })
  @ApiProblems(400, 403, 413, 415, 422)
  moduleToken(
    @CurrentCaller() { retailerId }: RetailerCaller,
    @Body() { expiresIn }: ModuleTokenBody,
  ): Promise<ModuleTokenAnswer> {
    return this.accounts.moduleToken(retailerId, expiresIn);
  }
}
