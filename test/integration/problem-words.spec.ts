import { FILE_PROBLEMS } from '#libs/text-files';
import { expect, it } from 'vitest';
import { type CountableOrder, countOrder } from '../../src/commerce/model/count-order.js';
import { SUPPRESSION_PROBLEMS } from '../../src/email/suppressions/suppression-problems.js';
import { IMPORT_PROBLEMS } from '../../src/imports/import-problems.js';
import { REFUSAL_FORMS } from '../../src/imports/reading/refusals.js';
import { DELIVERY_PROBLEMS } from '../../src/inbox/delivery-problems.js';
import { PROBLEM_CODES } from '../../src/operations/problem-codes.js';
import { TEXT_NAMES } from '../setup/studio-words.js';

const codesOf = (forms: readonly (readonly [string, RegExp])[]): string[] => forms.map(([code]) => code);

const uncounted = (order: Partial<CountableOrder>): string =>
  countOrder(
    { test: false, cancelledAt: null, financialStatus: 'paid', total: 1n, refunded: 0n, ...order },
    { countUnpaidOrders: false },
  ).reason;
const STATUSES = ['pending', 'voided', 'refunded', 'incomplete', 'held', 'deleted', 'of another kind'];

/** Answers to platforms, to customers and to somebody who installs the app. The studio gets none of them. */
const ELSEWHERE = new Set([
  'access_denied',
  'customer_not_logged_in',
  'email_reports_not_configured',
  'empty_body',
  'invalid_grant',
  'invalid_proof',
  'invalid_scope',
  'invalid_shop',
  'invalid_signature',
  'invalid_state',
  'missing_scopes',
  'removal_pending',
  'shop_not_installed',
  'unknown_topic',
  'wrong_store',
]);

// The compiler holds the other languages to the English ones.
it.each([
  ['problem', Object.keys(PROBLEM_CODES).filter((code) => !ELSEWHERE.has(code))],
  ['deliveryProblem', Object.keys(DELIVERY_PROBLEMS)],
  ['fileProblem', [...Object.keys(IMPORT_PROBLEMS), ...Object.keys(SUPPRESSION_PROBLEMS), ...codesOf(FILE_PROBLEMS)]],
  ['lineProblem', codesOf(REFUSAL_FORMS)],
  ['uncounted', STATUSES.map((financialStatus) => uncounted({ financialStatus }))],
  ['uncounted', [{ test: true }, { cancelledAt: new Date() }, { total: -1n }].map(uncounted)],
])('the studio has words for each %s', (group, codes) => {
  const known = TEXT_NAMES.filter((key) => key.startsWith(`${group}.`));
  expect(known).toEqual(expect.arrayContaining(codes.map((code) => `${group}.${code}`)));
});
