import { Injectable } from '@nestjs/common';
import { CompositionError, Compositor, inspectImage, type LogoReading } from '#libs/compositor';
import { DomainError, invalidInput } from '#libs/kernel';
import { Runtime } from '../config/runtime.js';
import { SourceImagesService } from '../image-generation/rendering/source-images.service.js';
import { TryLater } from '../image-generation/providers/image-provider.js';
import { ImageFilesService } from '../image-generation/storage/image-files.service.js';

/** Source images know a logo by an empty pointer. */
const LOGO = '';

/** A logo whose files are stored under our own addresses. */
export interface KeptLogo extends Pick<LogoReading, 'colours' | 'changes'> {
  readonly logoUrl: string;
  /** Null where no file for dark mode could be made. */
  readonly logoDarkUrl: string | null;
}

/** Fetches, reads and stores logos. */
@Injectable()
export class KitLogosService {
  constructor(
    private readonly runtime: Runtime,
    private readonly images: SourceImagesService,
    private readonly files: ImageFilesService,
    private readonly compositor: Compositor,
  ) {}

  /** The logo at an address. 422 `image_unusable` with the pointer; 502 where its host does not answer. */
  async linked(retailerId: string, url: string, pointer: string): Promise<KeptLogo> {
    const logo = { url, pointer: LOGO };
    const { hashes } = await this.images.all(retailerId, [logo]).catch((error: unknown) => lost(error, pointer));
    return this.kept(retailerId, await this.files.readSource(hashes.get(url)), pointer);
  }

  /** The logo in a file. 422 with the pointer where it can't be used. */
  async uploaded(retailerId: string, bytes: Buffer, pointer: string): Promise<KeptLogo> {
    await inspectImage(bytes).catch((error: unknown) => refuse(error, pointer));
    return this.kept(retailerId, bytes, pointer);
  }

  private async kept(retailerId: string, bytes: Buffer, pointer: string): Promise<KeptLogo> {
    const reading = await this.compositor.readLogo(bytes).catch((error: unknown) => refuse(error, pointer));
    if (!reading) throw invalidInput([{ pointer, detail: 'shows nothing: all of it is transparent or white' }]);
    const { logo, dark, colours, changes } = reading;
    const logoUrl = await this.keep(retailerId, logo);
    return { logoUrl, logoDarkUrl: dark && (await this.keep(retailerId, dark)), colours, changes };
  }

  private async keep(retailerId: string, { bytes, format }: LogoReading['logo']): Promise<string> {
    const key = await this.files.keepImage(retailerId, Buffer.from(bytes), format);
    return `${this.runtime.publicUrl}/${key}`;
  }
}

function refuse(error: unknown, pointer: string): never {
  if (!(error instanceof CompositionError)) throw error;
  throw new DomainError(422, 'image_unusable', `The logo can't be used. ${error.message}`, {
    errors: [{ pointer, detail: error.message }],
  });
}

/** A request waits for its answer, so a slow host is not asked again. */
function lost(error: unknown, pointer: string): never {
  const cause = error instanceof TryLater ? error.otherwise : error;
  if (!(cause instanceof DomainError)) throw cause;
  const errors = cause.extra.errors?.map(({ detail }) => ({ pointer, detail }));
  throw new DomainError(cause.status, cause.code, cause.message, errors ? { errors } : {});
}
