import { applyDecorators } from '@nestjs/common';
import { isCalendarDay } from '#libs/kernel';
import { Transform } from 'class-transformer';
import { IsUUID, Matches, ValidateBy, ValidateIf, type ValidationOptions } from 'class-validator';

/** The key may be missing; null is a value, and a wrong one. */
export const IfGiven = (): PropertyDecorator => ValidateIf((_object, value: unknown) => value !== undefined);

/** Text without control characters: a zero byte, for one, has no room in Postgres. */
export const IsPlainText = (options?: ValidationOptions): PropertyDecorator =>
  Matches(/^\P{Cc}*$/u, { message: '$property must be text without control characters', ...options });

export const Trim = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value));

/** An id of ours. Small letters are the same id, and the one spelling that is compared and hashed. */
export const IsId = (): PropertyDecorator =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.toLowerCase() : value)),
    IsUUID('all'),
  );

/** A query parameter is text; only plain digits become a number, so that 0x10 and 1e2 are refused. */
export const FromDigits = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value,
  );

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** ISO 8601 with a time zone, as a Date; anything else stays what it is, for `IsInstant` to refuse. */
export const FromInstant = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && INSTANT.test(value) && isCalendarDay(value.slice(0, 10)) ? new Date(value) : value,
  );

const FIRST = Date.UTC(1900, 0, 1);
const LAST = Date.UTC(2200, 0, 1);
const isInstant = (value: unknown): boolean =>
  value instanceof Date && value.getTime() >= FIRST && value.getTime() < LAST;

/** A Date of this or the last century, or the next: Postgres and JavaScript agree on these. */
export const IsInstant = (): PropertyDecorator =>
  ValidateBy({
    name: 'isInstant',
    validator: {
      validate: isInstant,
      defaultMessage: () =>
        '$property must be an ISO 8601 instant from 1900 to 2199 with a time zone, such as 2026-05-01T00:00:00Z',
    },
  });
