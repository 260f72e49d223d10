import { Delete, HttpCode, Param } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation } from '@nestjs/swagger';
import { TokenRevocationsService } from '../auth/token-revocations.service.js';
import { AdminController } from '../admin-actions/admin-controller.decorator.js';

@AdminController('tokens')
export class AdminTokensController {
  constructor(private readonly revocations: TokenRevocationsService) {}

  @Delete(':jti')
  @HttpCode(204)
  @ApiOperation({ summary: 'Revokes the admin token with this `jti`' })
  @ApiNoContentResponse()
  revoke(@Param('jti') jti: string): Promise<void> {
    return this.revocations.revokeAdmin(jti);
  }
}
