import { fixedForms, type ProblemForm, type ProblemParts, problemPartsOf } from '#libs/kernel';
import { FILE_PROBLEMS } from '#libs/text-files';

/** The problems of imports of suppressed addresses by code, as they are stored. */
export const SUPPRESSION_PROBLEMS = {
  cut_off: 'The file did not arrive whole. Nothing of it was taken. Send it again.',
  no_email_column: 'The first line names no column "email". It has to be: email,reason',
} as const;

/** Why a line of a list is not taken, by code, as it is stored. */
export const SUPPRESSION_REFUSALS = {
  open_quote: 'A quote is not closed.',
  not_json: 'The line is not JSON.',
  not_an_object: 'The line is not a JSON object.',
  no_email: 'The line has no text "email".',
  reason_not_text: 'The reason is not a text.',
  missing: 'The address is missing.',
  not_an_address: 'This is not an email address.',
} as const;

const FORMS: readonly ProblemForm[] = [...fixedForms(SUPPRESSION_PROBLEMS), ...FILE_PROBLEMS];

/** The problem in parts; null where it has none, or is an error without a code. */
export const suppressionProblemParts = (problem: string | null): ProblemParts | null =>
  (problem === null ? undefined : problemPartsOf(FORMS, problem)) ?? null;

const REFUSAL_FORMS = fixedForms(SUPPRESSION_REFUSALS);

/** The code of the reason; undefined for one without a code. */
export const suppressionRefusalCode = (reason: string): string | undefined =>
  problemPartsOf(REFUSAL_FORMS, reason)?.code;
