import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '#libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PublicImagesService } from './public-images.service.js';

/** Serves finished images to email clients: without a token, with immutable caching. */
@ApiTags('images')
@Controller('images')
export class ImagesController {
  constructor(private readonly images: PublicImagesService) {}

  @Get(':file')
  @ApiOperation({ summary: 'A finished image. Its name is the hash of its content, so it never changes' })
  @ApiProduces('image/png', 'image/jpeg', 'image/webp')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  @ApiResponse({ status: 304, description: 'The caller already has this image (`If-None-Match`)' })
  @ApiProblems(404, 503)
  get(@Param('file') file: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.images.send(file, request, reply);
  }
}
