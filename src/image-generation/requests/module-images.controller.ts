import { Body, Get, HttpCode, Injectable, Param, Post, Query, Res } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ApiProblems, type Page } from '#libs/kernel';
import type { FastifyReply } from 'fastify';
import { ForOwners, RetailerRoutes } from '../../admin-actions/retailer-routes.decorator.js';
import { ApiIdempotent } from '../../api/api-idempotent.js';
import { ApiPage } from '../../api/page.dto.js';
import { PreferWait } from '../../api/prefer-wait.js';
import { CurrentCaller } from '../../auth/caller.decorator.js';
import type { RetailerCaller } from '../../auth/token-rules.js';
import { ImageCostsAnswer } from './image-costs.dto.js';
import { ImageCostsService } from './image-costs.service.js';
import { ImageAnswer } from './image-answers.dto.js';
import { ApprovalBody, BannerBody, GenerateBody, GridBody, HeroBody, ImagesQuery } from './image-bodies.dto.js';
import { ApiImageRequest, ModuleController } from './module-controller.decorator.js';
import { type ImageCaller, ModuleImagesService, type Submitted } from './module-images.service.js';

@Injectable()
abstract class ImageRequestRoutes {
  constructor(private readonly images: ModuleImagesService) {}

  @Post('generate')
  @HttpCode(202)
  @ApiOperation({ summary: 'An image without text' })
  @ApiImageRequest()
  async generate(
    @CurrentCaller() { retailerId }: ImageCaller,
    @Body() body: GenerateBody,
    @PreferWait() waitSeconds: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ImageAnswer> {
    return answered(reply, await this.images.hero(retailerId, 'generate', body, waitSeconds));
  }

  @Post('hero-generation')
  @HttpCode(202)
  @ApiOperation({ summary: "An image without text, in the brand's colours" })
  @ApiImageRequest()
  async hero(
    @CurrentCaller() { retailerId }: ImageCaller,
    @Body() body: HeroBody,
    @PreferWait() waitSeconds: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ImageAnswer> {
    return answered(reply, await this.images.hero(retailerId, 'hero', body, waitSeconds));
  }

  @Post('banner-generation')
  @HttpCode(202)
  @ApiOperation({ summary: 'The text of an offer and real product images on a background' })
  @ApiImageRequest()
  async banner(
    @CurrentCaller() { retailerId }: ImageCaller,
    @Body() body: BannerBody,
    @PreferWait() waitSeconds: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ImageAnswer> {
    return answered(reply, await this.images.banner(retailerId, body, waitSeconds));
  }

  @Post('grid-generation')
  @HttpCode(202)
  @ApiOperation({ summary: 'Products in rows: a plan, HTML for emails, and an image' })
  @ApiImageRequest()
  async grid(
    @CurrentCaller() { retailerId }: ImageCaller,
    @Body() body: GridBody,
    @PreferWait() waitSeconds: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ImageAnswer> {
    return answered(reply, await this.images.grid(retailerId, body, waitSeconds));
  }
}

@Injectable()
abstract class ImageJobRoutes {
  constructor(private readonly images: ModuleImagesService) {}

  @Get()
  @ApiOperation({ summary: "A brand's requests for images, newest first" })
  @ApiPage(ImageAnswer)
  @ApiProblems(400, 404)
  list(@CurrentCaller() { retailerId }: ImageCaller, @Query() query: ImagesQuery): Promise<Page<ImageAnswer>> {
    return this.images.list(retailerId, query);
  }

  @Get(':id')
  @ApiOperation({ summary: 'A request for an image and its result' })
  @ApiOkResponse({ type: ImageAnswer })
  @ApiProblems(404)
  get(@CurrentCaller() { retailerId }: ImageCaller, @Param('id') id: string): Promise<ImageAnswer> {
    return this.images.get(retailerId, id);
  }

  @Post(':id/approval')
  @ForOwners()
  @HttpCode(200)
  @ApiOperation({ summary: 'Approves or rejects a ready image' })
  @ApiIdempotent()
  @ApiOkResponse({ type: ImageAnswer })
  @ApiProblems(404, 409)
  decide(
    @CurrentCaller() caller: ImageCaller,
    @Param('id') id: string,
    @Body() body: ApprovalBody,
  ): Promise<ImageAnswer> {
    return this.images.decide(caller, id, body);
  }

  @Post(':id/edit')
  @HttpCode(202)
  @ApiOperation({ summary: 'The same image, but with some fields changed: a new request' })
  @ApiBody({ description: "Any fields of the image's kind; null removes a field", schema: { type: 'object' } })
  @ApiImageRequest()
  async edit(
    @CurrentCaller() { retailerId }: ImageCaller,
    @Param('id') id: string,
    @Body() changes: object,
    @PreferWait() waitSeconds: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ImageAnswer> {
    return answered(reply, await this.images.edit(retailerId, id, changes, waitSeconds));
  }
}

function answered(reply: FastifyReply, { isOver, answer }: Submitted): ImageAnswer {
  void reply.code(isOver ? 200 : 202);
  return answer;
}

@ModuleController('image')
export class ImageRequestsController extends ImageRequestRoutes {}

@RetailerRoutes('image')
export class RetailerImageRequestsController extends ImageRequestRoutes {}

@ModuleController('images')
export class ImageJobsController extends ImageJobRoutes {}

@RetailerRoutes('images')
export class RetailerImageJobsController extends ImageJobRoutes {
  constructor(
    images: ModuleImagesService,
    private readonly costs: ImageCostsService,
  ) {
    super(images);
  }

  @Get('costs')
  @ApiOperation({ summary: 'What the images of the store cost this month, and the limit' })
  @ApiOkResponse({ type: ImageCostsAnswer })
  ofMonth(@CurrentCaller() { retailerId }: RetailerCaller): Promise<ImageCostsAnswer> {
    return this.costs.ofMonth(retailerId);
  }
}
