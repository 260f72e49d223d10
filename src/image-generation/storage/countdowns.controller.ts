import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '#libs/kernel';
import type { FastifyReply } from 'fastify';
import { CountdownsService } from './countdowns.service.js';

/** Serves countdowns to email clients: without a token, made for each second. */
@ApiTags('images')
@Controller('countdowns')
export class CountdownsController {
  constructor(private readonly countdowns: CountdownsService) {}

  @Get(':file')
  @ApiOperation({ summary: 'A banner with the time left now, as an animated GIF of at most a minute' })
  @ApiProduces('image/gif')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  @ApiProblems(404, 503)
  get(@Param('file') file: string, @Res() reply: FastifyReply): Promise<void> {
    return this.countdowns.send(file, reply);
  }
}
