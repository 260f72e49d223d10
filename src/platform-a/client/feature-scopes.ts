/** Scopes that the app does not ask for at the install, by the feature that needs them. */
export const FEATURE_SCOPES = {
  discounts: ['write_discounts'],
  consents: ['write_customers'],
} as const satisfies Record<string, readonly string[]>;

export type Feature = keyof typeof FEATURE_SCOPES;

const ALL: ReadonlySet<string> = new Set(Object.values(FEATURE_SCOPES).flat());

export const isFeatureScope = (scope: string): boolean => ALL.has(scope);

/** The scopes of the feature with this name; none for another name. */
export const scopesOfFeature = (name: string | null): readonly string[] =>
  Object.entries(FEATURE_SCOPES).find(([feature]) => feature === name)?.[1] ?? [];

/** Where the merchant grants the scopes of the app, and those of the feature. */
export function grantUrlOf(publicUrl: string, shop: string, feature?: Feature): string {
  const query = new URLSearchParams({ shop, ...(feature === undefined ? {} : { feature }) });
  return `${publicUrl}/platform-a/auth?${query.toString()}`;
}
