import { Body, Controller, Delete, Get, Header, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '#libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimited } from '../rate-limits/rate-limited.decorator.js';
import { BrowserAccountsService } from './browser-accounts.service.js';
import { BrowserSessionAnswer, BrowserSessionBody, ChosenRetailerBody } from './dto/browser-session.dto.js';

/** Signs browsers in and out. The cookie opens /retailer, and /admin for an operator. */
@ApiTags('sessions')
@ApiProblems(401, 403, 503)
@Controller('dashboard/session')
export class BrowserSessionsController {
  constructor(private readonly accounts: BrowserAccountsService) {}

  @Post()
  @HttpCode(204)
  @RateLimited()
  @Header('cache-control', 'no-store')
  @ApiOperation({
    summary: 'Signs a browser in, with the code of an install or a load, or with an admin token',
    description: 'The answer sets an HttpOnly cookie. A page of another site is refused.',
  })
  @ApiNoContentResponse()
  @ApiProblems(400, 413, 415, 422)
  async signIn(
    @Body() body: BrowserSessionBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.accounts.signIn(body, request, reply);
  }

  @Get()
  @Header('cache-control', 'no-store')
  @ApiOperation({ summary: "The session of the browser's cookie" })
  @ApiOkResponse({ type: BrowserSessionAnswer })
  show(@Req() request: FastifyRequest): Promise<BrowserSessionAnswer> {
    return this.accounts.show(request);
  }

  @Delete()
  @HttpCode(204)
  @ApiOperation({ summary: 'Ends the session. Its cookie is no longer accepted anywhere' })
  @ApiNoContentResponse()
  async signOut(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    await this.accounts.signOut(request, reply);
  }

  @Post('retailer')
  @HttpCode(204)
  @Header('cache-control', 'no-store')
  @ApiOperation({
    summary: 'Chooses the retailer that an operator looks after',
    description: 'From now on /retailer is about this retailer. The log of actions names the operator.',
  })
  @ApiNoContentResponse()
  @ApiProblems(400, 404, 409, 413, 415, 422)
  async choose(
    @Body() { retailerId }: ChosenRetailerBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.accounts.choose(retailerId, request, reply);
  }
}
