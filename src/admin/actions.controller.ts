import { Get, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { ApiProblems, type Page } from '#libs/kernel';
import { AdminActionsService } from '../admin-actions/admin-actions.service.js';
import { ApiPage } from '../api/page.dto.js';
import { AdminController } from '../admin-actions/admin-controller.decorator.js';
import { ActionAnswer } from '../admin-actions/action.dto.js';
import { ActionsQuery } from './dto/actions.dto.js';

@AdminController('actions')
export class ActionsController {
  constructor(private readonly actions: AdminActionsService) {}

  @Get()
  @ApiOperation({ summary: 'Changes that admins made or attempted, newest first', description: 'Kept for 400 days.' })
  @ApiPage(ActionAnswer)
  @ApiProblems(400)
  list(@Query() { limit, cursor, ...filter }: ActionsQuery): Promise<Page<ActionAnswer>> {
    return this.actions.list(filter, limit, cursor);
  }
}
