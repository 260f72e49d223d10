import { extname } from 'node:path';
import { Controller, Get, Header, Param, Query, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { BOARD_HEADERS } from './board-page.js';
import { OperatorPageGuard } from './operator-page.guard.js';
import { QueueBoardService } from './queue-board.service.js';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Bull Board, for operators to read. */
@ApiExcludeController()
@UseGuards(OperatorPageGuard)
@Controller('dashboard/queues')
export class QueueBoardController {
  constructor(private readonly board: QueueBoardService) {}

  @Get()
  async page(@Res() reply: FastifyReply): Promise<void> {
    const page = await this.board.page();
    void reply.headers(BOARD_HEADERS).send(page);
  }

  @Get('api/*')
  @Header('cache-control', 'no-store')
  async read(
    @Param('*') path: string,
    @Query() query: Readonly<Record<string, unknown>>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<unknown> {
    const { status, body } = await this.board.read(`/api/${path}`, query);
    void reply.code(status);
    return body;
  }

  @Get('static/*')
  async file(@Param('*') name: string, @Res() reply: FastifyReply): Promise<void> {
    const bytes = await this.board.file(name);
    void reply.header('cache-control', 'private, max-age=3600');
    void reply.type(TYPES[extname(name)] ?? 'application/octet-stream').send(bytes);
  }

  /** The page reads its own paths in the browser. */
  @Get('*')
  place(@Res() reply: FastifyReply): Promise<void> {
    return this.page(reply);
  }
}
