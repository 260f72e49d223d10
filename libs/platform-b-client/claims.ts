/** Reading of claims and payloads that nothing but a signature vouches for. */

export const DEFAULT_SKEW_SECONDS = 60;

type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** A platform id as a string: a positive integer, never its text. */
export function positiveId(value: unknown): string | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? String(value) : undefined;
}

export function seconds(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** Whether the audience is exactly this client; some libraries write a list of one. */
export function isAudience(audience: unknown, clientId: string): boolean {
  const [first, ...more] = Array.isArray(audience) ? (audience as unknown[]) : [audience];
  return first === clientId && clientId !== '' && more.length === 0;
}

/** A person of the control panel, as tokens name them. */
export interface StoreUser {
  id: string;
  email: string | null;
  /** BCP 47; older tokens have none. */
  locale: string | null;
}

export function readStoreUser(value: unknown): StoreUser | undefined {
  const { id, email, locale } = fieldsOf(value);
  const known = positiveId(id);
  return known === undefined ? undefined : { id: known, email: textOrNull(email), locale: textOrNull(locale) };
}

export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
