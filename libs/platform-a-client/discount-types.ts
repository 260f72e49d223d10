/** Discounts with codes, as the Admin API (schema 2026-10) takes and returns them. */

interface DiscountInput {
  /** At most 255 characters. Customers see it. */
  readonly title: string;
  /** The first code, at most 255 characters, unique in the store without regard to case. */
  readonly code: string;
  /** ISO 8601; the platform keeps whole seconds. */
  readonly startsAt: string;
  readonly endsAt: string | null;
  readonly context: { readonly all: 'ALL' };
  readonly appliesOncePerCustomer: boolean;
  /** For each code, not for the discount. */
  readonly usageLimit: number | null;
  readonly minimumRequirement?: { readonly subtotal: { readonly greaterThanOrEqualToSubtotal: string } };
}

export interface DiscountBasicInput extends DiscountInput {
  readonly customerGets: {
    /** `percentage` is 0.1 for ten percent; `amount` is a decimal in the store's currency. */
    readonly value:
      | { readonly percentage: number }
      | { readonly discountAmount: { readonly amount: string; readonly appliesOnEachItem: boolean } };
    readonly items: { readonly all: true };
  };
}

export interface DiscountFreeShippingInput extends DiscountInput {
  readonly destination: { readonly all: true };
}

export interface FoundDiscount {
  /** `gid://shopify/DiscountCodeNode/<number>`. */
  readonly id: string;
  readonly title: string;
  readonly status: 'ACTIVE' | 'EXPIRED' | 'SCHEDULED';
}

export interface ListedCode {
  readonly id: string;
  readonly code: string;
}

export interface CodeCreation {
  readonly done: boolean;
  readonly codesCount: number;
  readonly importedCount: number;
  readonly failedCount: number;
}

export interface CodeResult {
  readonly code: string;
  /** null where the code was not created. */
  readonly discountRedeemCode: { readonly id: string } | null;
  /** The platform gives no error code here, only text for people. */
  readonly errors: readonly { readonly message: string }[];
}
