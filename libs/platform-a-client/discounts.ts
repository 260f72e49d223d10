import {
  CODE_CREATION,
  CODE_CREATION_RESULTS,
  DISCOUNT_BASIC_CREATE,
  DISCOUNT_BY_CODE,
  DISCOUNT_CODES,
  DISCOUNT_CODES_ADD,
  DISCOUNT_CODES_DELETE,
  DISCOUNT_DEACTIVATE,
  DISCOUNT_FREE_SHIPPING_CREATE,
  discountsByCodes,
  JOB,
  LARGEST_CODE_LIST,
} from './discount-operations.js';
import type {
  CodeCreation,
  CodeResult,
  DiscountBasicInput,
  DiscountFreeShippingInput,
  FoundDiscount,
  ListedCode,
} from './discount-types.js';
import type { PlatformAGraphql } from './graphql.js';
import { collectPages } from './paging.js';
import type { Connection } from './paging.js';
import { PlatformAError } from './platform-a-error.js';
import { checkUserErrors } from './user-errors.js';
import type { UserError } from './user-errors.js';

type Payload<T> = (T & { userErrors: UserError[] }) | null;
type NodePayload = Payload<{ codeDiscountNode: { id: string } | null }>;

/**
 * Creates a discount on goods with its first code. Returns its id.
 * @throws {PlatformAError} a `UserErrorsError` with TAKEN where a discount of the store has the code
 */
export async function createBasicDiscount(graphql: PlatformAGraphql, input: DiscountBasicInput): Promise<string> {
  const data = await graphql.query<{ discountCodeBasicCreate: NodePayload }>(DISCOUNT_BASIC_CREATE, { input });
  return idOf(data.discountCodeBasicCreate);
}

/** The same for a discount on shipping. */
export async function createFreeShippingDiscount(
  graphql: PlatformAGraphql,
  input: DiscountFreeShippingInput,
): Promise<string> {
  const data = await graphql.query<{ discountCodeFreeShippingCreate: NodePayload }>(DISCOUNT_FREE_SHIPPING_CREATE, {
    input,
  });
  return idOf(data.discountCodeFreeShippingCreate);
}

/** The discount that has the code, in any case; null where the store has none. */
export async function findDiscountByCode(graphql: PlatformAGraphql, code: string): Promise<FoundDiscount | null> {
  const data = await graphql.query<{
    codeDiscountNodeByCode: { id: string; codeDiscount: { title?: string; status?: FoundDiscount['status'] } } | null;
  }>(DISCOUNT_BY_CODE, { code });
  const node = data.codeDiscountNodeByCode;
  return node && { id: node.id, title: node.codeDiscount.title ?? '', status: node.codeDiscount.status ?? 'EXPIRED' };
}

/** Look-ups in one query: each costs a point. */
const LOOKUPS = 100;

/** The id of the discount that has each code, in any case; null for a code that no discount of the store has. */
export async function findDiscountIds(
  graphql: PlatformAGraphql,
  codes: readonly string[],
): Promise<Map<string, string | null>> {
  const found = new Map<string, string | null>();
  for (let from = 0; from < codes.length; from += LOOKUPS) {
    const some = codes.slice(from, from + LOOKUPS);
    const variables = Object.fromEntries(some.map((code, index) => [`code${index}`, code]));
    const data = await graphql.query<Record<string, { id: string } | null>>(discountsByCodes(some.length), variables);
    for (const [index, code] of some.entries()) found.set(code, data[`found${index}`]?.id ?? null);
  }
  return found;
}

/** One page of a discount's codes, in the order of their creation; null where the store has no such discount. */
export async function readDiscountCodesPage(
  graphql: PlatformAGraphql,
  id: string,
  after: string | null = null,
): Promise<Connection<ListedCode> | null> {
  const variables = { id, first: LARGEST_CODE_LIST, after };
  const data = await graphql.query<{ discountNode: { discount: { codes?: Connection<ListedCode> } } | null }>(
    DISCOUNT_CODES,
    variables,
  );
  return data.discountNode?.discount.codes ?? null;
}

/**
 * Begins to add codes, at most 250 with one call. Returns the id of the creation, which goes on in the background and
 * says afterwards what is wrong with which code.
 * @throws {PlatformAError}
 */
export async function addDiscountCodes(
  graphql: PlatformAGraphql,
  discountId: string,
  codes: readonly string[],
): Promise<string> {
  const variables = { discountId, codes: codes.map((code) => ({ code })) };
  const data = await graphql.query<{ discountRedeemCodeBulkAdd: Payload<{ bulkCreation: { id: string } | null }> }>(
    DISCOUNT_CODES_ADD,
    variables,
  );
  checkUserErrors(data.discountRedeemCodeBulkAdd);
  return present(data.discountRedeemCodeBulkAdd?.bulkCreation).id;
}

/** Null where the store does not know the creation. */
export async function readCodeCreation(graphql: PlatformAGraphql, id: string): Promise<CodeCreation | null> {
  const data = await graphql.query<{ discountRedeemCodeBulkCreation: CodeCreation | null }>(CODE_CREATION, { id });
  return data.discountRedeemCodeBulkCreation;
}

/** What became of each code of a creation that is done. */
export async function readCodeResults(graphql: PlatformAGraphql, id: string): Promise<CodeResult[]> {
  return collectPages(async (after) => {
    const variables = { id, first: LARGEST_CODE_LIST, after };
    const data = await graphql.query<{
      discountRedeemCodeBulkCreation: { codes: Connection<CodeResult> } | null;
    }>(CODE_CREATION_RESULTS, variables);
    return data.discountRedeemCodeBulkCreation?.codes;
  });
}

/** Ends a discount at once, with all of its codes. @throws {PlatformAError} */
export async function deactivateDiscount(graphql: PlatformAGraphql, id: string): Promise<void> {
  const data = await graphql.query<{ discountCodeDeactivate: NodePayload }>(DISCOUNT_DEACTIVATE, { id });
  checkUserErrors(data.discountCodeDeactivate);
}

/** Begins to delete single codes, at most 250 by their ids. Returns the id of the job. @throws {PlatformAError} */
export async function deleteDiscountCodes(
  graphql: PlatformAGraphql,
  discountId: string,
  ids: readonly string[],
): Promise<string> {
  const data = await graphql.query<{
    discountCodeRedeemCodeBulkDelete: Payload<{ job: { id: string } | null }>;
  }>(DISCOUNT_CODES_DELETE, { discountId, ids });
  checkUserErrors(data.discountCodeRedeemCodeBulkDelete);
  return present(data.discountCodeRedeemCodeBulkDelete?.job).id;
}

/** Whether the job is over. The platform forgets jobs after some time. */
export async function isJobDone(graphql: PlatformAGraphql, id: string): Promise<boolean> {
  const { job } = await graphql.query<{ job: { done: boolean } | null }>(JOB, { id });
  return job?.done ?? true;
}

function idOf(payload: NodePayload): string {
  checkUserErrors(payload);
  return present(payload?.codeDiscountNode).id;
}

function present<T>(result: T | null | undefined): T {
  if (result) return result;
  throw new PlatformAError('bad_answer', 'platform A answered a mutation without a result and without an error');
}
