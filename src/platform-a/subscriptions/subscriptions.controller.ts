import { Controller, Get, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '#libs/kernel';
import { CurrentCaller } from '../../auth/caller.decorator.js';
import type { RetailerCaller } from '../../auth/token-rules.js';
import { SubscriptionsAnswer } from './app-subscriptions.dto.js';
import { PlatformAAppSubscriptionsService } from './app-subscriptions.service.js';
import { PlatformASubscriptionsGuard } from './subscriptions.guard.js';

@ApiTags('platform A')
@Controller('platform-a/subscriptions')
export class SubscriptionsController {
  constructor(private readonly subscriptions: PlatformAAppSubscriptionsService) {}

  @Get()
  @UseGuards(PlatformASubscriptionsGuard)
  @ApiBearerAuth('retailer')
  @ApiOperation({
    summary: "The store's subscriptions to the app",
    description: "Accepts a retailer token, or the session token that the platform's admin gives to our page.",
  })
  @ApiOkResponse({ type: SubscriptionsAnswer })
  @ApiProblems(401, 404, 409, 502, 503)
  read(@CurrentCaller() { retailerId }: RetailerCaller): Promise<SubscriptionsAnswer> {
    return this.subscriptions.read(retailerId);
  }
}
