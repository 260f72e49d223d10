import { Body, Controller, Get, Patch, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '#libs/kernel';
import { CurrentCaller } from '../auth/caller.decorator.js';
import { CustomerGuard } from '../auth/token.guard.js';
import type { CustomerCaller } from '../auth/token-rules.js';
import { CustomerAccountsService } from './customer-accounts.service.js';
import { CustomerMeAnswer, PreferencesBody } from './dto/accounts.dto.js';

/** The account of the signed-on customer. */
@ApiTags('customer')
@ApiBearerAuth('customer')
@ApiProblems(401, 503)
@UseGuards(CustomerGuard)
@Controller('customer')
export class CustomerController {
  constructor(private readonly accounts: CustomerAccountsService) {}

  @Get('me')
  @ApiOperation({ summary: 'The customer who has signed on' })
  @ApiOkResponse({ type: CustomerMeAnswer })
  me(@CurrentCaller() caller: CustomerCaller): Promise<CustomerMeAnswer> {
    return this.accounts.me(caller);
  }

  @Patch('me/preferences')
  @ApiOperation({ summary: 'Subscribes to marketing emails, or unsubscribes from them' })
  @ApiOkResponse({ type: CustomerMeAnswer })
  @ApiProblems(400, 413, 415, 422)
  choose(@CurrentCaller() caller: CustomerCaller, @Body() body: PreferencesBody): Promise<CustomerMeAnswer> {
    return this.accounts.choose(caller, body);
  }
}
