import { ProblemValidationPipe } from '#libs/kernel';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsEmail,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsNumber,
  IsUrl,
  Max,
  MaxLength,
  Min,
  MinLength,
} from 'class-validator';
import { expect, it } from 'vitest';
import { LiquidPart, liquidProblem } from '../../src/email/templates/liquid.js';
import { IsPlainText } from '../../src/api/fields.js';
import { mistakeOf } from '../setup/studio-words.js';

class Body {
  @MaxLength(3)
  too_long!: string;
  @MinLength(3)
  too_short!: string;
  @Max(5)
  at_most!: number;
  @Min(5)
  at_least!: number;
  @IsInt()
  whole!: number;
  @IsNumber()
  number!: number;
  @IsIn(['a', 'b'])
  one_of!: string;
  @IsEmail()
  email!: string;
  @IsUrl()
  web_address!: string;
  @ArrayMaxSize(1)
  too_many!: string[];
  @ArrayMinSize(2)
  too_few!: string[];
  @IsNotEmpty()
  empty!: string;
  @IsPlainText()
  one_line!: string;
  @IsInt()
  required!: number;
}

const WRONG = {
  too_long: 'long',
  too_short: 'no',
  at_most: 6,
  at_least: 4,
  whole: 1.5,
  number: 'x',
  one_of: 'c',
  email: 'x',
  web_address: 'x',
  too_many: ['a', 'b'],
  too_few: ['a'],
  empty: '',
  one_line: 'a\u0000b',
  unknown_key: 1,
};

it('knows every mistake that the validation of a body finds', async () => {
  const refused: unknown = await new ProblemValidationPipe()
    .transform(WRONG, { type: 'body', metatype: Body })
    .catch((error: unknown) => error);
  const { errors } = (refused as { extra: { errors: { pointer: string; detail: string }[] } }).extra;
  expect(Object.fromEntries(errors.map(({ pointer, detail }) => [pointer.slice(1), mistakeOf(detail)?.code]))).toEqual(
    Object.fromEntries([...Object.keys(WRONG), 'required'].map((key) => [key, key])),
  );
});

it.each([
  ['must have at most 200 characters', 'too_long', { most: '200' }],
  ['must be a whole number from 1 to 90', 'range', { least: '1', most: '90' }],
  ['must be at most 366', 'at_most', { most: '366' }],
  ['must not be above maxOrders', 'not_above', { key: 'maxOrders' }],
  ['must have shares of 100 in all, not 90', 'shares', { total: '90' }],
  ['must be a list of ISO 3166 alpha-2 codes; value 2 is not valid', 'list_value', { place: '2' }],
  ['has more than 4 decimals; the nearest amount is 0.30: send "0.30" as a string', 'decimals', {}],
  ['needs exactly one of at and localHour', 'exactly_one', { known: 'at and localHour' }],
])('reads the limits of “%s”', (detail, code, values) => {
  expect(mistakeOf(detail)).toEqual({ code, values });
});

it.each([
  ['{% if customer %}never ends', 'not_closed', { what: '{% if customer %}', line: '1' }],
  ['Look\n{{ shop.url', 'not_closed', { what: '{{ shop.url', line: '2' }],
  ['{{ nobody }}', 'no_such_name', { what: 'nobody', line: '1' }],
  ['{{ shop.url | louder }}', 'no_such_name', { what: 'louder', line: '1' }],
  ['\n{% iff shop %}', 'no_such_name', { what: 'iff', line: '2' }],
])('says what is wrong with the placeholder of “%s”', (source, code, values) => {
  expect(mistakeOf(problemOf(source, { shop: { url: 'x' } }))).toEqual({ code, values });
});

function problemOf(source: string, scope: object): string {
  try {
    return LiquidPart.html(source).fill(scope, true);
  } catch (error) {
    return liquidProblem(error);
  }
}

it('does not guess what it has no words for', () => {
  expect(mistakeOf('tag "iff" is not known, line:2, col:1')).toBeUndefined();
});
