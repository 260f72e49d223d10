import { fixedForms, type ProblemForm, type ProblemParts, problemPartsOf } from '#libs/kernel';

/** Why a value or a line of an import is not taken, by code, as it is stored. */
export const REFUSALS = {
  missing: 'The value is missing.',
  zero_byte: 'The value has a zero byte.',
  control_character: 'An id has no control characters.',
  not_an_address: 'This is not an email address.',
  not_a_country: 'A country has two letters (ISO 3166 alpha-2), such as DE.',
  not_a_currency: 'A currency has three letters (ISO 4217), such as USD.',
  negative_amount: 'An amount is not negative.',
  not_an_amount: 'An amount is a number such as 12.34, without a currency.',
  amount_too_large: 'The amount is too large.',
  not_a_time: 'A time is written as 2026-05-01 or 2026-05-01T13:00:00Z, from 1970 to 2199.',
  unknown_consent: 'A consent is subscribed, unsubscribed or unknown; yes and no are known too.',
  not_a_list: 'The list of products is not a JSON list of ids.',
  nobody: 'The line names no customer and no address.',
  person_erased: 'The person was erased and does not come back.',
  open_quote: 'A quote is not closed.',
  not_json: 'The line is not JSON.',
  not_an_object: 'The line is not a JSON object.',
} as const;

export const idTooLong = (most: number): string => `An id has at most ${most} characters.`;
export const tooManyProducts = (most: number): string => `An order has at most ${most} products.`;
export const unknownStatus = (known: readonly string[]): string =>
  `The status is not known. Known are: ${known.join(', ')}.`;
export const lineTooLong = (most: number): string => `The line has more than ${most.toLocaleString('en')} characters.`;
export const otherCells = (cells: number, columns: number): string =>
  `The line has ${cells} cells, and the header ${columns}.`;

/** The codes of these reasons, and how their texts read. Named groups are the values. */
export const REFUSAL_FORMS: readonly ProblemForm[] = [
  ...fixedForms(REFUSALS),
  ['id_too_long', /^An id has at most (?<most>\d+) characters\.$/],
  ['too_many_products', /^An order has at most (?<most>\d+) products\.$/],
  ['unknown_status', /^The status is not known\. Known are: (?<known>.+)\.$/],
  ['line_too_long', /^The line has more than (?<most>[\d,]+) characters\.$/],
  ['other_cells', /^The line has (?<cells>\d+) cells, and the header (?<columns>\d+)\.$/],
];

/** The reason in parts; null for one without a code. */
export const refusalParts = (reason: string): ProblemParts | null => problemPartsOf(REFUSAL_FORMS, reason) ?? null;
