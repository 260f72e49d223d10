import { Body, Controller, Header, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '#libs/kernel';
import { CurrentCaller } from '../auth/caller.decorator.js';
import { CustomerSessionsService } from '../auth/customer-sessions.service.js';
import { CustomerTokensAnswer } from '../auth/customer-tokens.dto.js';
import { RetailerGuard } from '../auth/token.guard.js';
import { TokenRevocationsService } from '../auth/token-revocations.service.js';
import type { RetailerCaller } from '../auth/token-rules.js';
import { RateLimited } from '../rate-limits/rate-limited.decorator.js';
import { CodeBody, RefreshTokenBody, RetailerSessionAnswer } from './dto/accounts.dto.js';
import { RetailerAccountsService } from './retailer-accounts.service.js';

/** Exchanges codes and refresh tokens for access tokens. */
@ApiTags('sessions')
@ApiProblems(400, 401, 413, 415, 422, 429, 503)
@RateLimited()
@Controller('auth')
export class SessionsController {
  constructor(
    private readonly retailers: RetailerAccountsService,
    private readonly customers: CustomerSessionsService,
    private readonly revocations: TokenRevocationsService,
  ) {}

  @Post('session')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  @ApiOperation({ summary: 'Exchanges the code of an install or a load for a retailer token' })
  @ApiOkResponse({ type: RetailerSessionAnswer })
  session(@Body() { code }: CodeBody): Promise<RetailerSessionAnswer> {
    return this.retailers.redeem(code);
  }

  @Post('token')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  @ApiOperation({
    summary: "Renews a customer's tokens",
    description: 'A refresh token is accepted once. A second use ends every token of its session.',
  })
  @ApiOkResponse({ type: CustomerTokensAnswer })
  token(@Body() { refreshToken }: RefreshTokenBody): Promise<CustomerTokensAnswer> {
    return this.customers.renew(refreshToken);
  }

  @Post('revoke')
  @HttpCode(204)
  @ApiOperation({
    summary: "Ends a customer's session",
    description: 'The answer is 204 also for an invalid token (RFC 7009).',
  })
  @ApiNoContentResponse()
  revoke(@Body() { refreshToken }: RefreshTokenBody): Promise<void> {
    return this.customers.revoke(refreshToken);
  }

  @Post('sign-out')
  @HttpCode(204)
  @UseGuards(RetailerGuard)
  @ApiBearerAuth('retailer')
  @ApiOperation({ summary: "Ends the session of a store's user. Its retailer token is no longer accepted" })
  @ApiNoContentResponse()
  signOut(@CurrentCaller() caller: RetailerCaller): Promise<void> {
    return this.revocations.signOut(caller);
  }
}
