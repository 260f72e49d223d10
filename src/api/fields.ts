import { Transform } from 'class-transformer';
import { Matches, ValidateIf, type ValidationOptions } from 'class-validator';

/** The key may be missing; null is a value, and a wrong one. */
export const IfGiven = (): PropertyDecorator => ValidateIf((_object, value: unknown) => value !== undefined);

/** Text without control characters: a zero byte, for one, has no room in Postgres. */
export const IsPlainText = (options?: ValidationOptions): PropertyDecorator =>
  Matches(/^\P{Cc}*$/u, { message: '$property must be text without control characters', ...options });

export const Trim = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value));

/** A query parameter is text; only plain digits become a number, so that 0x10 and 1e2 are refused. */
export const FromDigits = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value,
  );
