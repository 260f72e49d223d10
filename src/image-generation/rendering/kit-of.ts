import type { BrandKit } from '#libs/compositor';
import type { BrandLook } from '../renders/image-spec.js';
import type { ImageFilesService } from '../storage/image-files.service.js';

/** The look as the compositor takes it: with the logo's file. */
export const kitOf = async (files: ImageFilesService, brand: BrandLook): Promise<BrandKit> => ({
  ...brand,
  logo: brand.logo ? await files.readSource(brand.logo.hash) : null,
});
