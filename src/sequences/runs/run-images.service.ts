import { Injectable } from '@nestjs/common';
import { DomainError, type InputError } from '#libs/kernel';
import { EmailAssetsService } from '../../email/templates/email-assets.service.js';
import { BrandsService } from '../../retailers/brands.service.js';
import type { SequenceDefinition } from '../definitions/definition.dto.js';
import { unapprovedImages } from '../definitions/image-approvals.js';
import { imagesIn } from '../definitions/offer-check.js';

/** Whether the images of a sequence may be sent. */
@Injectable()
export class RunImagesService {
  constructor(
    private readonly assets: EmailAssetsService,
    private readonly brands: BrandsService,
  ) {}

  /** The places of images without the approval that the brand demands. Without `stepIds`: of all steps. */
  async unapproved(
    retailerId: string,
    definition: SequenceDefinition,
    stepIds?: readonly string[],
  ): Promise<InputError[]> {
    const ids = imagesIn(definition);
    if (ids.length === 0) return [];
    const { settings } = await this.brands.ofRetailer(retailerId, definition.brandId);
    if (!settings.requireApprovedImages) return [];
    return unapprovedImages(definition, await this.assets.images(retailerId, definition.brandId, ids), stepIds);
  }

  /** For a live run: 409 where an image lacks the approval that the brand demands. */
  async assertApproved(retailerId: string, definition: SequenceDefinition, stepIds?: readonly string[]): Promise<void> {
    const errors = await this.unapproved(retailerId, definition, stepIds);
    if (errors.length > 0) throw notApproved(errors);
  }
}

const notApproved = (errors: readonly InputError[]): DomainError =>
  new DomainError(409, 'images_not_approved', 'The brand demands approved images, and the sequence shows others.', {
    errors,
  });
