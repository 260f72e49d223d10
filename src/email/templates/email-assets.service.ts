import { Injectable } from '@nestjs/common';

/** An image that may stand in an email. */
export interface EmailImage {
  /** Absolute. */
  readonly url: string;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly altText: string;
  /** For a grid: its table with links, to be used in place of the image, and its rules for phones. Trusted: made by us. */
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

/** What a brand looks like. */
export interface EmailLook {
  readonly palette?: Partial<EmailPalette>;
  readonly logoUrl?: string | null;
  /** Font family names. */
  readonly fonts?: { readonly heading?: string; readonly body?: string };
}

/** Where images and looks come from. */
export interface EmailAssetSource {
  /** The ready images among these ids that belong to the brand; ids that are missing are not usable. */
  images(retailerId: string, brandId: string, ids: readonly string[]): Promise<ReadonlyMap<string, EmailImage>>;
  look(retailerId: string, brandId: string): Promise<EmailLook>;
}

const NOTHING: EmailAssetSource = {
  images: () => Promise.resolve(new Map()),
  look: () => Promise.resolve({}),
};

/** Whoever makes images and keeps brand kits registers here; without one emails have no images and a plain look. */
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
}
