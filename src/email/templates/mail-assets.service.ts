import { Injectable } from '@nestjs/common';

/** A picture that may stand in a mail. */
export interface MailPicture {
  /** Absolute. */
  readonly url: string;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly altText: string;
  /** For a grid: its table with links, to be used in place of the picture, and its rules for phones. Trusted: made by us. */
  readonly grid?: { readonly table: string; readonly css: string };
}

/** `#rrggbb` each. */
export interface MailPalette {
  readonly primary: string;
  readonly secondary: string;
  readonly accent: string;
  readonly background: string;
  readonly text: string;
}

/** What a brand looks like. */
export interface MailLook {
  readonly palette?: Partial<MailPalette>;
  readonly logoUrl?: string | null;
  /** Font family names. */
  readonly fonts?: { readonly heading?: string; readonly body?: string };
}

/** Where pictures and looks come from. */
export interface MailAssetSource {
  /** The ready pictures among these ids that belong to the brand; ids that are missing are not usable. */
  pictures(retailerId: string, brandId: string, ids: readonly string[]): Promise<ReadonlyMap<string, MailPicture>>;
  look(retailerId: string, brandId: string): Promise<MailLook>;
}

const NOTHING: MailAssetSource = {
  pictures: () => Promise.resolve(new Map()),
  look: () => Promise.resolve({}),
};

/** Whoever makes pictures and keeps brand kits registers here; without one mails have no pictures and a plain look. */
@Injectable()
export class MailAssetsService implements MailAssetSource {
  private source = NOTHING;

  register(source: MailAssetSource): void {
    this.source = source;
  }

  pictures(retailerId: string, brandId: string, ids: readonly string[]): Promise<ReadonlyMap<string, MailPicture>> {
    return ids.length > 0 ? this.source.pictures(retailerId, brandId, ids) : NOTHING.pictures(retailerId, brandId, ids);
  }

  look(retailerId: string, brandId: string): Promise<MailLook> {
    return this.source.look(retailerId, brandId);
  }
}
