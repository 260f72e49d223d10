import { Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ApiProblems } from '#libs/kernel';
import { CurrentCaller } from '../../auth/caller.decorator.js';
import type { ModuleCaller } from '../../auth/token-rules.js';
import { PersonalCountsAnswer } from '../personal/personal-counts.dto.js';
import { PersonalImagesService } from '../personal/personal-images.service.js';
import { ImageRequestsService } from './image-requests.service.js';
import { ModuleController } from './module-controller.decorator.js';

/** What recipients see who have an image of their own. */
@ModuleController('images')
export class PersonalCountsController {
  constructor(
    private readonly requests: ImageRequestsService,
    private readonly images: PersonalImagesService,
  ) {}

  @Get(':id/personal')
  @ApiOperation({ summary: 'How many recipients saw an image of their own, made after this one' })
  @ApiOkResponse({ type: PersonalCountsAnswer })
  @ApiProblems(404)
  async counts(@CurrentCaller() { retailerId }: ModuleCaller, @Param('id') id: string): Promise<PersonalCountsAnswer> {
    const { id: requestId } = await this.requests.get(retailerId, id);
    return this.images.counts(retailerId, requestId);
  }
}
