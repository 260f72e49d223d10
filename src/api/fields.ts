import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { isCalendarDay } from '#libs/kernel';
import { Transform, Type } from 'class-transformer';
import {
  IsDefined,
  IsInt,
  IsObject,
  IsUUID,
  Length,
  Matches,
  Max,
  Min,
  ValidateBy,
  ValidateIf,
  ValidateNested,
  type ValidationOptions,
} from 'class-validator';

/** The key may be missing. Null is validated like any other value. */
export const IfGiven = (): PropertyDecorator => ValidateIf((_object, value: unknown) => value !== undefined);

/** Text without control characters: Postgres can't store a zero byte. */
export const IsPlainText = (options?: ValidationOptions): PropertyDecorator =>
  Matches(/^\P{Cc}*$/u, { message: '$property must be text without control characters', ...options });

export const Trim = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value));

/** A UUID of ours. It is turned to lower case, the one spelling that is compared and hashed. */
export const IsId = (): PropertyDecorator =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.toLowerCase() : value)),
    IsUUID('all'),
  );

/** Turns a query parameter of plain digits into a number. Other text stays text, so that 0x10 and 1e2 are refused. */
export const FromDigits = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value,
  );

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** Turns ISO 8601 with a time zone into a Date. Any other value stays as it is, so that `IsInstant` refuses it. */
export const FromInstant = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && INSTANT.test(value) && isCalendarDay(value.slice(0, 10)) ? new Date(value) : value,
  );

const FIRST = Date.UTC(1900, 0, 1);
const LAST = Date.UTC(2200, 0, 1);
const isInstant = (value: unknown): boolean =>
  value instanceof Date && value.getTime() >= FIRST && value.getTime() < LAST;

/** A Date from 1900 to 2199: Postgres and JavaScript agree on these years. */
export const IsInstant = (): PropertyDecorator =>
  ValidateBy({
    name: 'isInstant',
    validator: {
      validate: isInstant,
      defaultMessage: () =>
        '$property must be an ISO 8601 instant from 1900 to 2199 with a time zone, such as 2026-05-01T00:00:00Z',
    },
  });

/** The OpenAPI documentation of a field. With `required: false` the key may be missing. */
type FieldDocs = ApiPropertyOptions & { readonly required?: boolean };

/** Text of 1 to `most` characters, trimmed, without control characters. */
export const IsText = (most: number, docs: FieldDocs): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ minLength: 1, maxLength: most, ...docs }),
    IsPlainText(),
    Length(1, most),
    Trim(),
    ...(docs.required === false ? [IfGiven()] : []),
  );

/** A whole number from `least` to `most`. */
export const IsWhole = (least: number, most: number, docs: FieldDocs): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ type: 'integer', minimum: least, maximum: most, ...docs }),
    Max(most),
    Min(least),
    IsInt(),
    ...(docs.required === false ? [IfGiven()] : []),
  );

/** An object with fields of its own. */
export const IsNested = (type: () => new () => object, docs: FieldDocs): PropertyDecorator =>
  applyDecorators(
    ApiProperty(docs),
    Type(type),
    ValidateNested(),
    IsObject(),
    docs.required === false ? IfGiven() : IsDefined(),
  );
