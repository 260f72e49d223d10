import { Delete, HttpCode, Param } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation } from '@nestjs/swagger';
import { TokenRevocations } from '../auth/token-revocations.js';
import { AdminController } from './admin-controller.decorator.js';

@AdminController('tokens')
export class AdminTokensController {
  constructor(private readonly revocations: TokenRevocations) {}

  @Delete(':jti')
  @HttpCode(204)
  @ApiOperation({ summary: 'Ends the admin token with this `jti` now, everywhere' })
  @ApiNoContentResponse()
  revoke(@Param('jti') jti: string): Promise<void> {
    return this.revocations.revokeAdmin(jti);
  }
}
