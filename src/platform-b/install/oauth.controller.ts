import { Controller, Get, type HttpRedirectResponse, HttpStatus, Redirect, Req, UseGuards } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiFoundResponse, ApiOkResponse, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '#libs/kernel';
import type { SignedPayload } from '#libs/platform-b-client';
import type { FastifyRequest } from 'fastify';
import { queryOf } from '../../api/raw-query.js';
import { RateLimited, storeInQuery } from '../../rate-limits/rate-limited.decorator.js';
import { PlatformBCallbacksService } from './callbacks.service.js';
import { PlatformBFramedPageGuard } from './framed-page.guard.js';
import { PlatformBInstallService } from './install.service.js';
import { PlatformBSignedPayloadGuard, ProvenPayload } from './signed-payload.guard.js';

const SIGNED = {
  name: 'signed_payload_jwt',
  description: 'Signed by the platform. Accepted once, by one of load, uninstall and remove-user',
  example: 'eyJhbGciOiJIUzI1NiJ9…',
};

/** The routes that platform B calls or redirects browsers to. The guards of a route's lower decorator run first. */
@ApiTags('platform B')
@Controller('platform-b')
export class PlatformBPagesController {
  constructor(
    private readonly installs: PlatformBInstallService,
    private readonly callbacks: PlatformBCallbacksService,
  ) {}

  @Get('auth')
  @Redirect()
  @RouteConfig({ framed: true })
  @UseGuards(PlatformBFramedPageGuard)
  @RateLimited(storeInQuery('context'))
  @ApiOperation({ summary: 'Starts an install, or finishes it with a code of the platform' })
  @ApiQuery({ name: 'code', required: false, example: 'qr6h3thvbvag2ffq' })
  @ApiQuery({ name: 'scope', required: false, example: 'store_v2_orders_read_only' })
  @ApiQuery({ name: 'context', required: false, example: 'stores/g5cd38' })
  @ApiFoundResponse({ description: "To the platform's install page, or with a code to the dashboard" })
  @ApiProblems(400, 403, 502, 503)
  async auth(@Req() request: FastifyRequest): Promise<HttpRedirectResponse> {
    return found(await this.installs.auth(queryOf(request)));
  }

  @Get('load')
  @Redirect()
  @RouteConfig({ framed: true })
  @UseGuards(PlatformBFramedPageGuard, PlatformBSignedPayloadGuard)
  @RateLimited()
  @ApiOperation({ summary: 'Opens the app from the control panel of a store' })
  @ApiQuery(SIGNED)
  @ApiFoundResponse({ description: 'To the dashboard, with a `code` for POST /auth/session' })
  @ApiProblems(400, 401, 404, 503)
  async load(@ProvenPayload() payload: SignedPayload): Promise<HttpRedirectResponse> {
    return found(await this.callbacks.load(payload));
  }

  @Get('uninstall')
  @UseGuards(PlatformBSignedPayloadGuard)
  @ApiOperation({ summary: 'Reports that the app was removed from a store' })
  @ApiQuery(SIGNED)
  @ApiOkResponse({
    description: 'The call had its effect, or there was nothing to do',
    schema: { type: 'object', example: {} },
  })
  @ApiProblems(400, 401, 503)
  uninstall(@ProvenPayload() payload: SignedPayload): Promise<Record<string, never>> {
    return this.callbacks.uninstall(payload);
  }

  @Get('remove-user')
  @UseGuards(PlatformBSignedPayloadGuard)
  @ApiOperation({ summary: 'Reports that a user may no longer use the app in a store' })
  @ApiQuery(SIGNED)
  @ApiOkResponse({
    description: 'The call had its effect, or there was nothing to do',
    schema: { type: 'object', example: {} },
  })
  @ApiProblems(400, 401, 503)
  removeUser(@ProvenPayload() payload: SignedPayload): Promise<Record<string, never>> {
    return this.callbacks.removeUser(payload);
  }
}

const found = (url: string): HttpRedirectResponse => ({ url, statusCode: HttpStatus.FOUND });
