import { Body, Controller, Header, HttpCode, Options, Post, UseGuards } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeEndpoint, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '#libs/kernel';
import type { FastifyRequest } from 'fastify';
import { CustomerTokensAnswer } from '../../auth/customer-tokens.dto.js';
import { RateLimited } from '../../rate-limits/rate-limited.decorator.js';
import { CustomerSsoBody } from './customer-sso.dto.js';
import { PlatformBCustomerSsoService } from './customer-sso.service.js';
import { PlatformBStorefrontCorsGuard } from './storefront-cors.guard.js';

const MAX_BODY = 8 * 1024;

/**
 * The store that the token names. The token is not proven yet, so the store only chooses the counter of a rate limit.
 */
function claimedStore({ body }: FastifyRequest): string | undefined {
  const token: unknown = (body as Readonly<Record<string, unknown>> | null | undefined)?.['token'];
  const [, claims = ''] = typeof token === 'string' ? token.split('.') : [];
  return /"sub":"([a-z0-9]{1,32})"/.exec(Buffer.from(claims, 'base64url').toString('latin1'))?.[1];
}

/** The route by which a storefront's script signs its customer on. */
@ApiTags('platform B')
@Controller('platform-b/customer')
@UseGuards(PlatformBStorefrontCorsGuard)
export class PlatformBCustomerSsoController {
  constructor(private readonly sso: PlatformBCustomerSsoService) {}

  @Post('sso')
  @HttpCode(200)
  @RouteConfig({ maxBody: MAX_BODY })
  @RateLimited(claimedStore)
  @Header('cache-control', 'no-store')
  @ApiOperation({ summary: "Signs a customer on with the storefront's token" })
  @ApiOkResponse({ type: CustomerTokensAnswer })
  @ApiProblems(400, 401, 404, 413, 415, 422, 503)
  signOn(@Body() body: CustomerSsoBody): Promise<CustomerTokensAnswer> {
    return this.sso.signOn(body);
  }

  /** Answers the CORS preflight of a browser. */
  @Options('sso')
  @HttpCode(204)
  @ApiExcludeEndpoint()
  preflight(): void {
    return undefined;
  }
}
