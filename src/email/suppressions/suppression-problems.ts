import { fixedForms, type ProblemForm, type ProblemParts, problemPartsOf } from '#libs/kernel';
import { FILE_PROBLEMS } from '#libs/text-files';

/** The problems of imports of suppressed addresses by code, as they are stored. */
export const SUPPRESSION_PROBLEMS = {
  cut_off: 'The file did not arrive whole. Nothing of it was taken. Send it again.',
  no_email_column: 'The first line names no column "email". It has to be: email,reason',
} as const;

const FORMS: readonly ProblemForm[] = [...fixedForms(SUPPRESSION_PROBLEMS), ...FILE_PROBLEMS];

/** The problem in parts; null where it has none, or is an error without a code. */
export const suppressionProblemParts = (problem: string | null): ProblemParts | null =>
  (problem === null ? undefined : problemPartsOf(FORMS, problem)) ?? null;
