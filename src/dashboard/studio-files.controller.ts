import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { notFound } from '#libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { StudioFilesService } from './studio-files.service.js';

/** The studio's scripts and styles. Their names hold a hash, so they may be kept forever. */
@ApiExcludeController()
@Controller('dashboard/assets')
export class StudioFilesController {
  constructor(private readonly files: StudioFilesService) {}

  @Get(':file')
  get(@Param('file') name: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const file = this.files.asset(name, request.headers['accept-encoding'] ?? '');
    if (!file) throw notFound('file');
    void reply.headers({
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      // The frame of emails has an origin of its own, and loads its script from here.
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      ...(file.encoding === undefined ? {} : { 'content-encoding': file.encoding }),
    });
    void reply.type(file.type).send(file.bytes);
  }
}
