/**
 * How the API words what it refuses, by a code of which the studio has a text. Named groups are the values. The first
 * form that fits counts. `test/integration/mistake-forms.spec.ts` holds the forms to the words of the validation.
 */
const FORMS = [
  ['required', /(^| )is required($|[ :,])|should not be null or undefined/],
  ['unknown_key', /^the key "(?<key>.+)" is not known here$/],
  ['too_long', /must (be shorter than or equal to|have at most) (?<most>[\d,]+) characters$/],
  ['too_short', /must be longer than or equal to (?<least>\d+) characters$/],
  ['range', /must be a (whole )?number from (?<least>\d+) to (?<most>\d+)/],
  ['at_most', /must (not be greater than|be at most) (?<most>[\d.,]+)$/],
  ['at_least', /must (not be less than|be at least) (?<least>[\d.,]+)$/],
  ['whole', /must be (an integer|a whole) number$/],
  ['decimals', /must be a decimal with at most|has more than 4 decimals|, the binary float of /],
  ['above_zero', /must be a decimal string above 0/],
  ['number', /must be a number/],
  ['negative', /must not be negative$/],
  ['empty', /(must|should) not be empty$|must have at least one value$|^is empty with the defaults$/],
  ['one_of', /must be one of (the following values: )?(?<known>.+)$/],
  ['exactly_one', /^needs exactly one of (?<known>.+)$/],
  ['email', /must be an email/],
  ['web_address', /must be (an http or https address|a URL address)/],
  ['too_many', /must (have at most|contain no more than) (?<most>\d+) (values|elements)$/],
  ['too_few', /must contain at least (?<least>\d+) elements$/],
  ['not_above', /^must not be above (?<key>\w+)$/],
  ['duration', /ISO 8601 duration/],
  ['time_zone', /must be an IANA time zone/],
  ['language', /must be a (BCP 47|language) tag/],
  ['instant', /must be an ISO 8601 instant/],
  ['past', /^must be in the future$|^is over: /],
  ['twice', / twice/],
  ['name_taken', /^is the name of another segment$/],
  ['former_name', /^is a former name of the segment "(?<what>.+)"$/],
  ['no_segment', /^is no segment of the brand/],
  ['no_image', /^is no ready image of this brand$/],
  ['not_approved', /^is no approved image/],
  ['no_product', /^is not a product of this store$/],
  ['no_plan', /^is no plan of this sequence/],
  ['too_deep', /is nested (deeper than|too deeply)/],
  ['many_criteria', /^has more than (?<most>\d+) criteria in all$/],
  ['no_criterion', /^must have at least one criterion$/],
  ['list_value', /must be a list of .+; value (?<place>\d+) is not valid$/],
  ['one_line', /must be text without control characters$|must be one line$/],
  ['shares', /^must have shares of 100 in all, not (?<total>\d+)$/],
  ['no_link', /^has no link except /],
  ['no_offer', /^shows the offer, and the (sequence|variant .+) has none/],
  ['no_alt', /(the|an) image has no alternative text$|^an image has no alt attribute/],
  ['not_closed', /(tag|output) "?(?<what>.+?)"? not closed, line:(?<line>\d+)/],
  ['no_such_name', /(undefined (variable|filter): |tag ")(?<what>[^,"]+)("? not found)?, line:(?<line>\d+)/],
  ['confirm', /^must be the customer's address/],
  ['unfit_platform', /^is not supported by the platform of the store$/],
] as const satisfies readonly (readonly [string, RegExp])[];

export type MistakeCode = (typeof FORMS)[number][0];

export interface MistakeParts {
  readonly code: MistakeCode;
  readonly values: Readonly<Record<string, string>>;
}

/** What a detail of the API says; undefined where the studio has no words for it. */
export function mistakeOf(detail: string): MistakeParts | undefined {
  for (const [code, text] of FORMS) {
    const match = text.exec(detail);
    if (match) return { code, values: { ...match.groups } };
  }
  return undefined;
}
