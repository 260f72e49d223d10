import { Injectable } from '@nestjs/common';
import { type PlatformAGraphql, readDiscountCodesPage } from '#libs/platform-a-client';

interface Listing {
  readonly discountId: string;
  /** By the code in upper case. */
  readonly ids: Map<string, string>;
}

/**
 * The platform's ids of single codes. It names them only in the list of all codes of the discount, so the list of the
 * last discount is kept: codes are removed in many batches.
 */
@Injectable()
export class PlatformACodeIdsService {
  private last: Listing | undefined;

  /** The ids of those codes that the discount has. */
  async find(graphql: PlatformAGraphql, discountId: string, codes: readonly string[]): Promise<Map<string, string>> {
    const wanted = codes.map((code) => code.toUpperCase());
    const known = this.last?.discountId === discountId ? this.last : undefined;
    const isKnown = known && wanted.every((code) => known.ids.has(code));
    const listing = isKnown ? known : await this.read(graphql, discountId);
    return new Map(wanted.flatMap((code) => entryOf(listing, code)));
  }

  /** The codes are gone from the store. */
  forget(discountId: string, codes: Iterable<string>): void {
    if (this.last?.discountId !== discountId) return;
    for (const code of codes) this.last.ids.delete(code);
  }

  private async read(graphql: PlatformAGraphql, discountId: string): Promise<Listing> {
    const ids = new Map<string, string>();
    let after: string | null = null;
    do {
      const page = await readDiscountCodesPage(graphql, discountId, after);
      for (const { code, id } of page?.nodes ?? []) ids.set(code.toUpperCase(), id);
      after = page?.pageInfo.hasNextPage === true ? page.pageInfo.endCursor : null;
    } while (after !== null);
    this.last = { discountId, ids };
    return this.last;
  }
}

function entryOf({ ids }: Listing, code: string): [string, string][] {
  const id = ids.get(code);
  return id === undefined ? [] : [[code, id]];
}
