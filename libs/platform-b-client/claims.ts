/** Readers of claims and payloads. A valid signature does not guarantee their shape. */

export const DEFAULT_SKEW_SECONDS = 60;

type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** A platform id, which is a positive integer, as a string. A text is refused. */
export function positiveId(value: unknown): string | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? String(value) : undefined;
}

export function seconds(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** Whether the audience is exactly this client. Some libraries write a list with one entry. */
export function isAudience(audience: unknown, clientId: string): boolean {
  const [first, ...more] = Array.isArray(audience) ? (audience as unknown[]) : [audience];
  return first === clientId && clientId !== '' && more.length === 0;
}

/** A user of the control panel, as in tokens. */
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
