import { Controller, Header, HttpCode, Post, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { rawQueryOf } from '../../api/raw-query.js';
import type { CustomerTokensAnswer } from '../../auth/customer-tokens.dto.js';
import { RateLimited, storeInQuery } from '../../rate-limits/rate-limited.decorator.js';
import type { SignOnRequest } from './credential.js';
import { ApiCustomerSso } from './customer-sso.docs.js';
import { PlatformACustomerSsoService } from './customer-sso.service.js';

/** The route by which customers of stores sign on. UI extensions call it from web workers without an origin. */
@ApiTags('platform A')
@Controller('platform-a/customer/sso')
export class PlatformACustomerSsoController {
  constructor(private readonly signOns: PlatformACustomerSsoService) {}

  @Post()
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  @RouteConfig({ anyBody: true, anyOrigin: true })
  @RateLimited(storeInQuery('shop'))
  @ApiCustomerSso()
  signOn(@Req() request: FastifyRequest): Promise<CustomerTokensAnswer> {
    return this.signOns.signOn(signOnRequestOf(request));
  }
}

const signOnRequestOf = (request: FastifyRequest): SignOnRequest => ({
  authorization: request.headers.authorization,
  rawQuery: rawQueryOf(request),
  body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
});
