import { fieldsOf, textOrNull } from './claims.js';
import { LARGEST_PAGE } from './paging.js';
import { PlatformBError } from './platform-b-error.js';
import type { PlatformBRest } from './rest.js';
import type { WirePromotionCode } from './wire-types.js';

/** The largest batch of codegen, and of a deletion. */
export const MOST_CODES = 250;

export interface CodeBatchInput {
  size: number;
  /** At most 20 capital letters, digits, `_` or `-`. */
  prefix: string;
  /** `-` or `_`, between the prefix and the random part. */
  delimiter: string;
  /** Of the random part, 6 to 16. */
  length: number;
  /** Capital letters and digits that the random part does not have. */
  without: readonly string[];
}

const pathOf = (promotionId: string): string => `/v3/promotions/${encodeURIComponent(promotionId)}`;

/**
 * Mints codes for one use each. The platform chooses their texts. The call is not idempotent: after a lost answer list
 * the codes with the prefix first.
 */
export async function generateCodes(
  rest: PlatformBRest,
  promotionId: string,
  { size, prefix, delimiter, length, without }: CodeBatchInput,
): Promise<string[]> {
  const uses = { max_uses: 1, max_uses_per_customer: 1 };
  const text = { prefix, delimiter, code_length: length, exclude_characters: without };
  const body = await rest.call('POST', `${pathOf(promotionId)}/codegen`, {}, { batch_size: size, ...uses, ...text });
  const { codes } = fieldsOf(fieldsOf(body)['data']);
  if (!Array.isArray(codes)) throw new PlatformBError('bad_answer', 'the answer of platform B is not a list of codes');
  return (codes as unknown[]).map((each) => textOrNull(fieldsOf(each)['code'])).filter((code) => code !== null);
}

/** All codes of a promotion, by cursor. Never with `page`, which excludes cursors. */
export async function listPromotionCodes(rest: PlatformBRest, promotionId: string): Promise<WirePromotionCode[]> {
  const codes = new Map<string, WirePromotionCode>();
  let after: string | undefined;
  do {
    const { items, next } = await readCodes(rest, promotionId, { limit: LARGEST_PAGE, after });
    for (const item of items) codes.set(String(item.id), item);
    // A cursor that does not move would never end.
    after = next === after ? undefined : next;
  } while (after !== undefined);
  return [...codes.values()];
}

/** The code of the promotion with this text; undefined for none. */
export async function findPromotionCode(
  rest: PlatformBRest,
  promotionId: string,
  text: string,
): Promise<WirePromotionCode | undefined> {
  const { items } = await readCodes(rest, promotionId, { code: text });
  return items.find(({ code }) => code.toUpperCase() === text.toUpperCase());
}

/** Deletes codes by their ids. Ids that no longer exist are no error. */
export async function deletePromotionCodes(
  rest: PlatformBRest,
  promotionId: string,
  codeIds: readonly string[],
): Promise<void> {
  for (let from = 0; from < codeIds.length; from += MOST_CODES) {
    const ids = codeIds.slice(from, from + MOST_CODES).join(',');
    await rest.call('DELETE', `${pathOf(promotionId)}/codes`, { 'id:in': ids });
  }
}

async function readCodes(
  rest: PlatformBRest,
  promotionId: string,
  query: Readonly<Record<string, string | number | undefined>>,
): Promise<{ items: WirePromotionCode[]; next: string | undefined }> {
  const { data, meta } = fieldsOf(await rest.call('GET', `${pathOf(promotionId)}/codes`, query));
  if (!Array.isArray(data)) throw new PlatformBError('bad_answer', 'the answer of platform B is not a list of codes');
  const { end_cursor: end, links } = fieldsOf(fieldsOf(meta)['cursor_pagination']);
  const hasNext = textOrNull(fieldsOf(links)['next']) !== null;
  return { items: data as WirePromotionCode[], next: hasNext ? (textOrNull(end) ?? undefined) : undefined };
}
