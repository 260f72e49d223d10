import { FILE_PROBLEMS } from '#libs/text-files';
import { expect, it } from 'vitest';
import { problemsEn } from '../../src/dashboard/studio/i18n/problems/en.js';
import { SUPPRESSION_PROBLEMS } from '../../src/email/suppressions/suppression-problems.js';
import { IMPORT_PROBLEMS } from '../../src/imports/import-problems.js';
import { REFUSAL_FORMS } from '../../src/imports/reading/refusals.js';
import { DELIVERY_PROBLEMS } from '../../src/inbox/delivery-problems.js';

const codesOf = (forms: readonly (readonly [string, RegExp])[]): string[] => forms.map(([code]) => code);

// The compiler holds the other languages to the English ones.
it.each([
  ['deliveryProblem', Object.keys(DELIVERY_PROBLEMS)],
  ['fileProblem', [...Object.keys(IMPORT_PROBLEMS), ...Object.keys(SUPPRESSION_PROBLEMS), ...codesOf(FILE_PROBLEMS)]],
  ['lineProblem', codesOf(REFUSAL_FORMS)],
])('the studio has words for each %s', (group, codes) => {
  const known = Object.keys(problemsEn).filter((key) => key.startsWith(`${group}.`));
  expect(known).toEqual(expect.arrayContaining(codes.map((code) => `${group}.${code}`)));
});
