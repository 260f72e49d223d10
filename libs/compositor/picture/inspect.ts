export type PictureType = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif';

/** What the header of a picture file says, after EXIF rotation: `width` and `height` are as seen. */
export interface PictureFacts {
  readonly type: PictureType;
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
}

/** A file may have this many bytes, 10 MB. */
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024;
/** A picture may have this many pixels, by its header, before anything is unpacked. */
export const MAX_PICTURE_PIXELS = 40_000_000;

/**
 * Reads the header of an untrusted picture and unpacks nothing: the first bytes decide about the type (never a name or
 * a content type), then size and pixels are held against the limits.
 *
 * @throws CompositionError `picture_type_not_allowed`, `picture_too_large`, `picture_too_small`, `picture_unreadable`
 */
export async function inspectPicture(bytes: Uint8Array): Promise<PictureFacts> {
  await Promise.resolve(bytes);
  throw new Error('not yet');
}
