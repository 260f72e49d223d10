import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { readWebFont } from '#libs/compositor';
import { ApiProblems, notFound } from '#libs/kernel';
import type { FastifyReply } from 'fastify';

/** Serves the fonts of brands to mail programs that load fonts: without a token, with immutable caching. */
@ApiTags('images')
@Controller('fonts')
export class FontsController {
  @Get(':file')
  @ApiOperation({ summary: 'A font file that emails refer to' })
  @ApiProduces('font/woff2')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  @ApiProblems(404)
  async get(@Param('file') file: string, @Res() reply: FastifyReply): Promise<void> {
    const bytes = await readWebFont(file);
    if (!bytes) throw notFound('font');
    void reply
      .headers({
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        // Browsers load fonts of another origin only with this permission.
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      })
      .type('font/woff2')
      .send(bytes);
  }
}
