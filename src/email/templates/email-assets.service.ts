import { Injectable } from '@nestjs/common';
import type { PersonalImageRef, ShownImages } from './personal-image.js';

/** An image for emails. */
export interface EmailImage {
  /** Absolute. */
  readonly url: string;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly altText: string;
  /** Set if it can be made for each person. */
  readonly personal?: { readonly needsCode: boolean };
  /** Somebody approved it. */
  readonly isApproved?: boolean;
  /** Somebody rejected it. */
  readonly isRejected?: boolean;
  /** The words that are drawn into the image. */
  readonly text?: string;
  /** For a grid: a table with links instead of the image, and CSS for phones. Trusted, because the service made it. */
  readonly grid?: { readonly table: string; readonly css: string };
}

/** `#rrggbb` each. */
export interface EmailPalette {
  readonly primary: string;
  readonly secondary: string;
  readonly accent: string;
  readonly background: string;
  readonly text: string;
}

/** A WOFF2 file. */
export interface FontFace {
  readonly family: string;
  readonly weight: number;
  readonly url: string;
}

/** The look of a brand. */
export interface EmailLook {
  readonly palette?: Partial<EmailPalette>;
  readonly logoUrl?: string | null;
  /** For dark mode. Without it the logo has a light plate behind it there. */
  readonly logoDarkUrl?: string | null;
  /** Pixels. */
  readonly cornerRadius?: number;
  /** Font family names. */
  readonly fonts?: { readonly heading?: string; readonly body?: string };
  /** Files of these families, for clients that load fonts. The others take a font that every machine has. */
  readonly faces?: readonly FontFace[];
  /** BCP 47: the language of the email, of which the layout takes its fixed words. Default: English. */
  readonly language?: string;
}

/** The source of images and looks. */
export interface EmailAssetSource {
  /** The images with these ids, without ids that are not ready images of the brand. */
  images(retailerId: string, brandId: string, ids: readonly string[]): Promise<ReadonlyMap<string, EmailImage>>;
  look(retailerId: string, brandId: string): Promise<EmailLook>;
  /** The images of these requests as the customer would see them now, for previews. Missing ones are not there. */
  preview(retailerId: string, customerId: string, refs: readonly PersonalImageRef[]): Promise<ShownImages>;
}

const NOTHING: EmailAssetSource = {
  images: () => Promise.resolve(new Map()),
  look: () => Promise.resolve({}),
  preview: () => Promise.resolve({}),
};

/** The module of images registers its source here. Without a source, emails have no images and a plain look. */
@Injectable()
export class EmailAssetsService implements EmailAssetSource {
  private source = NOTHING;

  register(source: EmailAssetSource): void {
    this.source = source;
  }

  images(retailerId: string, brandId: string, ids: readonly string[]): Promise<ReadonlyMap<string, EmailImage>> {
    return ids.length > 0 ? this.source.images(retailerId, brandId, ids) : NOTHING.images(retailerId, brandId, ids);
  }

  look(retailerId: string, brandId: string): Promise<EmailLook> {
    return this.source.look(retailerId, brandId);
  }

  preview(retailerId: string, customerId: string, refs: readonly PersonalImageRef[]): Promise<ShownImages> {
    return (refs.length > 0 ? this.source : NOTHING).preview(retailerId, customerId, refs);
  }
}
