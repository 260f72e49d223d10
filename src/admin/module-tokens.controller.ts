import { Body, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ApiProblems } from '#libs/kernel';
import { ModuleTokenAnswer, ModuleTokenBody } from '../accounts/dto/accounts.dto.js';
import { RetailerAccounts } from '../accounts/retailer-accounts.js';
import { AdminController, ApiIdempotent } from './admin-controller.decorator.js';

@AdminController('retailers/:id/module-tokens')
export class ModuleTokensController {
  constructor(private readonly accounts: RetailerAccounts) {}

  @Post()
  @HttpCode(200)
  @ApiIdempotent()
  @ApiOperation({ summary: 'A token for module R of this retailer' })
  @ApiBody({ type: ModuleTokenBody, required: false })
  @ApiOkResponse({ type: ModuleTokenAnswer })
  @ApiProblems(404, 409)
  issue(@Param('id') id: string, @Body() { expiresIn }: ModuleTokenBody): Promise<ModuleTokenAnswer> {
    return this.accounts.moduleToken(id, expiresIn);
  }
}
