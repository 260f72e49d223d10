export const OFFER_KINDS = ['percent', 'amount', 'free_shipping'] as const;
export type OfferKind = (typeof OFFER_KINDS)[number];

/** A discount that a store creates for one execution of a sequence. Its codes are minted in batches. */
export interface DiscountRule {
  /** Our key of the discount, a part of its title on the store: by it a discount with a lost answer is found again. */
  readonly key: string;
  /** What the merchant reads in the list of discounts. It contains the key. */
  readonly title: string;
  readonly kind: OfferKind;
  /** A percentage such as `10`, or an amount such as `5.00` in the store's currency; null for free shipping. */
  readonly value: string | null;
  /** ISO 4217, of `value` and `minimum`. */
  readonly currency: string;
  /** The least order value, a decimal in the store's currency. */
  readonly minimum: string | null;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** Codes that are minted with one call of the platform. The batch is stored before the call. */
export interface CodeBatch {
  /** Unique in the store, at most 12 capital letters and digits. Codes of platforms that choose the texts begin so. */
  readonly prefix: string;
  /** One text for each code, for platforms that take texts. Another platform ignores them and takes their number. */
  readonly texts: readonly string[];
  /**
   * Whether a call for the batch was ever begun. False: the store has nothing of it, and a platform that would have to
   * list all codes of the discount need not look. Default: true.
   */
  readonly called?: boolean;
}

/** What the store has of a batch. */
export type Minting =
  /** All codes of the batch, as the store has them. */
  | { readonly status: 'minted'; readonly codes: readonly string[] }
  /** The store is still working. The same call asks again. */
  | { readonly status: 'pending'; readonly retryAfterSeconds: number }
  /** These texts belong to other discounts of the store and need other texts; the others are minted. */
  | { readonly status: 'taken'; readonly texts: readonly string[]; readonly codes: readonly string[] };

/**
 * Discounts and their codes on the stores of a platform. Every call is idempotent, because a call whose answer was lost
 * is repeated.
 * @throws DiscountRefusedError if the store refuses for a reason that a repetition does not cure
 */
export interface DiscountConnector<S> {
  readonly kinds: readonly OfferKind[];

  /** The scopes that the merchant has not granted yet. */
  missingScopes(store: S): readonly string[];

  /** Where the merchant grants the missing scopes. */
  grantUrl(store: S): string;

  /** Creates the discount, or finds the one with its key. Returns the platform's id of the discount. */
  create(store: S, rule: DiscountRule, first: CodeBatch): Promise<string>;

  /** Mints the codes of a batch, or finds them where an earlier call has minted them. */
  mint(store: S, discountId: string, batch: CodeBatch): Promise<Minting>;

  /** Stops the discount with all of its codes. */
  deactivate(store: S, discountId: string): Promise<void>;

  /** Removes single codes, by their own ids. The discount and the other codes stay. */
  removeCodes(store: S, discountId: string, codes: readonly string[]): Promise<void>;

  /** Whether the store has a usable discount with this code. */
  hasCode(store: S, code: string): Promise<boolean>;

  /**
   * The address that applies the code and leads to the page. `path` is a path of the store with its query, such as
   * `/products/mug?utm_source=rekindle`. Where the platform has no such address, the address of the page.
   */
  codeUrl(storefrontUrl: string, code: string, path: string): string;
}

export type DiscountRefusal = 'not_supported' | 'scope_missing' | 'limit' | 'invalid';

/** The store refuses a discount or its codes; a repetition would be refused too. */
export class DiscountRefusedError extends Error {
  override readonly name = 'DiscountRefusedError';

  constructor(
    readonly refusal: DiscountRefusal,
    /** In plain words, for the merchant. */
    message: string,
  ) {
    super(message);
  }
}
