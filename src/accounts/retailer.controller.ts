import { Controller, Get, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '#libs/kernel';
import { CurrentCaller } from '../auth/caller.decorator.js';
import { RetailerGuard } from '../auth/token.guard.js';
import type { RetailerCaller } from '../auth/token-rules.js';
import { RetailerMeAnswer } from './dto/accounts.dto.js';
import { RetailerAccountsService } from './retailer-accounts.service.js';

/** The account of a store's user. */
@ApiTags('retailer')
@ApiBearerAuth('retailer')
@ApiProblems(401, 503)
@UseGuards(RetailerGuard)
@Controller('retailer')
export class RetailerController {
  constructor(private readonly accounts: RetailerAccountsService) {}

  @Get('me')
  @ApiOperation({ summary: 'The store, and the user of the token' })
  @ApiOkResponse({ type: RetailerMeAnswer })
  me(@CurrentCaller() caller: RetailerCaller): Promise<RetailerMeAnswer> {
    return this.accounts.me(caller);
  }
}
