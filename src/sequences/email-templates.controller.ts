import { Body, Get, Injectable, Param, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation } from '@nestjs/swagger';
import { ApiProblems, isText, type Page, pageOf, readCursor } from '#libs/kernel';
import { AdminController, ApiIdempotent } from '../admin-actions/admin-controller.decorator.js';
import { RetailerRoutes } from '../admin-actions/retailer-routes.decorator.js';
import { ApiPage, PageQuery } from '../api/page.dto.js';
import { SavedSequenceAnswer } from './sequences.dto.js';
import { EmailTemplateAnswer, UseTemplateBody } from './email-templates.dto.js';
import { EmailTemplatesService } from './email-templates.service.js';

@Injectable()
abstract class EmailTemplateRoutes {
  constructor(private readonly templates: EmailTemplatesService) {}

  @Get()
  @ApiOperation({ summary: 'Whole sequences to start from, sorted by id' })
  @ApiPage(EmailTemplateAnswer)
  @ApiProblems(400)
  list(@Query() { limit, cursor }: PageQuery): Page<EmailTemplateAnswer> {
    const [after = ''] = readCursor(cursor, [isText]) ?? [];
    const later = this.templates.list().filter(({ id }) => id > after);
    return pageOf(later.slice(0, limit + 1), limit, ({ id }) => [id]);
  }

  @Post(':id/use')
  @ApiOperation({ summary: 'Make a new sequence of a template, for a segment of a brand; nothing is sent yet' })
  @ApiIdempotent()
  @ApiCreatedResponse({ type: SavedSequenceAnswer, description: 'The sequence; each use makes another' })
  @ApiProblems(404)
  use(@Param('id') id: string, @Body() body: UseTemplateBody): Promise<SavedSequenceAnswer> {
    return this.templates.use(id, body);
  }
}

@AdminController('email-templates')
export class EmailTemplatesController extends EmailTemplateRoutes {}

@RetailerRoutes('email-templates')
export class RetailerEmailTemplatesController extends EmailTemplateRoutes {}
