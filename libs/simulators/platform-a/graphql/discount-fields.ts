import { GraphQLError } from 'graphql';
import type { BulkCreation, RedeemCode, SimulatedDiscount } from '../discounts/discount.js';
import { statusOf } from '../discounts/discount.js';
import type { SimulatedShop } from '../shop.js';
import { guardedBy } from './access-denied.js';
import { listConnection, type PageArguments } from './connection.js';
import { type DiscountInput, type DiscountUserError, problemsOf, rulesOf, userError } from './discount-input.js';
import { idOfGid } from './subscription-fields.js';
import { gidOf, utc, utcOrNull } from './view-helpers.js';

interface IdArgument {
  readonly id: string;
}

interface BulkDelete {
  readonly discountId: string;
  readonly ids?: readonly string[] | null;
  readonly search?: string | null;
  readonly savedSearchId?: string | null;
}

/** The largest list that an argument may have. */
const LARGEST_INPUT = 250;

/** Root fields about discounts, for one store and the scopes of the token that asks. */
export const discountFields = (shop: SimulatedShop, scopes: readonly string[]) => ({
  ...discountReads(shop, scopes),
  ...discountCreations(shop, scopes),
  ...codeChanges(shop, scopes),
});

function discountReads({ discounts }: SimulatedShop, scopes: readonly string[]) {
  const reads = <A, R>(field: string, resolve: (args: A) => R) => guardedBy(scopes)('read_discounts', field, resolve);
  return {
    codeDiscountNodeByCode: reads('codeDiscountNodeByCode', ({ code }: { code: string }) =>
      nullable(discounts.ownerOf(code), codeNode),
    ),
    discountNode: reads('discountNode', ({ id }: IdArgument) =>
      nullable(discounts.get(idOfGid(id)), (discount) => ({
        __typename: 'DiscountNode',
        id,
        discount: discountView(discount),
      })),
    ),
    discountRedeemCodeBulkCreation: reads('discountRedeemCodeBulkCreation', ({ id }: IdArgument) =>
      nullable(discounts.creation(idOfGid(id)), creationView),
    ),
    job: ({ id }: IdArgument) => (discounts.hasJob(idOfGid(id)) ? { id, done: true } : null),
  };
}

function discountCreations({ discounts }: SimulatedShop, scopes: readonly string[]) {
  const writes = <A, R>(field: string, resolve: (args: A) => R) => guardedBy(scopes)('write_discounts', field, resolve);
  const create = (input: DiscountInput, name: string) => {
    const problems = problemsOf(input, name);
    if (problems.length === 0 && discounts.ownerOf(input.code ?? '')) {
      problems.push(userError('TAKEN', [name, 'code'], 'Code must be unique. Please try a different code.'));
    }
    if (discounts.all().length >= discounts.most) {
      problems.push(userError('MAX_APP_DISCOUNTS', [name], 'The app has reached its limit of discounts.'));
    }
    if (problems.length > 0) return { codeDiscountNode: null, userErrors: problems };
    return { codeDiscountNode: codeNode(discounts.create(rulesOf(input), input.code ?? '')), userErrors: [] };
  };
  return {
    discountCodeBasicCreate: writes(
      'discountCodeBasicCreate',
      ({ basicCodeDiscount: input }: { basicCodeDiscount: DiscountInput }) => create(input, 'basicCodeDiscount'),
    ),
    discountCodeFreeShippingCreate: writes(
      'discountCodeFreeShippingCreate',
      ({ freeShippingCodeDiscount: input }: { freeShippingCodeDiscount: DiscountInput }) =>
        create(input, 'freeShippingCodeDiscount'),
    ),
    discountCodeDeactivate: writes('discountCodeDeactivate', ({ id }: IdArgument) => {
      const discount = discounts.get(idOfGid(id));
      if (!discount) return { codeDiscountNode: null, userErrors: [unknownDiscount('id')] };
      discounts.deactivate(discount);
      return { codeDiscountNode: codeNode(discount), userErrors: [] };
    }),
  };
}

function codeChanges({ discounts }: SimulatedShop, scopes: readonly string[]) {
  const writes = <A, R>(field: string, resolve: (args: A) => R) => guardedBy(scopes)('write_discounts', field, resolve);
  return {
    discountRedeemCodeBulkAdd: writes(
      'discountRedeemCodeBulkAdd',
      ({ discountId, codes }: { discountId: string; codes: readonly { code: string }[] }) => {
        checkSize(codes);
        const refused = (error: DiscountUserError) => ({ bulkCreation: null, userErrors: [error] });
        if (codes.length === 0) return refused(userError('BLANK', ['codes'], "Codes can't be blank"));
        const id = idOfGid(discountId);
        if (!discounts.get(id)) return refused(unknownDiscount('discountId'));
        const creation = discounts.addCodes(
          id,
          codes.map(({ code }) => code),
        );
        return { bulkCreation: creationView(creation), userErrors: [] };
      },
    ),
    discountCodeRedeemCodeBulkDelete: writes('discountCodeRedeemCodeBulkDelete', (args: BulkDelete) => {
      const { discountId, ids, search, savedSearchId } = args;
      const refused = (error: DiscountUserError) => ({ job: null, userErrors: [error] });
      checkSize(ids ?? []);
      const given = [ids, search, savedSearchId].filter((one) => one !== undefined && one !== null);
      if (given.length > 1) {
        return refused(userError('TOO_MANY_ARGUMENTS', [], 'Only one of ids, search or savedSearchId is allowed.'));
      }
      if (!ids) return refused(userError('MISSING_ARGUMENT', [], 'One of ids, search or savedSearchId is required.'));
      const discount = discounts.get(idOfGid(discountId));
      if (!discount) return refused(unknownDiscount('discountId'));
      const job = discounts.removeCodes(discount, ids.map(idOfGid));
      return { job: { id: gidOf('Job', job), done: false }, userErrors: [] };
    }),
  };
}

const nullable = <T>(found: T | undefined, view: (found: T) => object): object | null => (found ? view(found) : null);

const unknownDiscount = (argument: string): DiscountUserError =>
  userError('INVALID', [argument], 'Code discount does not exist.');

function checkSize({ length }: readonly unknown[]): void {
  if (length <= LARGEST_INPUT) return;
  throw new GraphQLError(`The input array size of ${length} is greater than the maximum allowed of ${LARGEST_INPUT}.`, {
    extensions: { code: 'MAX_INPUT_SIZE_EXCEEDED' },
  });
}

const codeNode = (discount: SimulatedDiscount) => ({
  __typename: 'DiscountCodeNode',
  id: gidOf('DiscountCodeNode', discount.id),
  codeDiscount: discountView(discount),
});

const discountView = (discount: SimulatedDiscount) => ({
  __typename: discount.value.kind === 'shipping' ? 'DiscountCodeFreeShipping' : 'DiscountCodeBasic',
  title: discount.title,
  status: statusOf(discount, Date.now()),
  startsAt: utc(discount.startsAt),
  endsAt: utcOrNull(discount.endsAt),
  usageLimit: discount.usageLimit,
  appliesOncePerCustomer: discount.oncePerCustomer,
  codesCount: { count: discount.codes.size, precision: 'EXACT' },
  codes: (args: PageArguments) => listConnection([...discount.codes.values()], args, redeemCodeView),
});

const redeemCodeView = ({ id, code, uses }: RedeemCode) => ({
  id: gidOf('DiscountRedeemCode', id),
  code,
  asyncUsageCount: uses.length,
});

function creationView(creation: BulkCreation) {
  const { id, codes, createdAt, results } = creation;
  const imported = results.filter(({ created }) => created).length;
  const listed = creation.done ? results : codes.map((code): BulkCreation['results'][number] => ({ code }));
  return {
    __typename: 'DiscountRedeemCodeBulkCreation',
    id: gidOf('DiscountRedeemCodeBulkCreation', id),
    codesCount: codes.length,
    createdAt: utc(createdAt),
    discountCode: null,
    done: creation.done,
    importedCount: imported,
    failedCount: results.length - imported,
    codes: (args: PageArguments) =>
      listConnection(listed, args, ({ code, created, problem }) => ({
        code,
        discountRedeemCode: created ? redeemCodeView(created) : null,
        // The platform gives no code here, only the text.
        errors: problem === undefined ? [] : [userError(null, ['code'], problem)],
      })),
  };
}
