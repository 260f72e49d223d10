import { type ArgumentMetadata, Injectable, ValidationPipe } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { escapePointer, parseStorableJson, placesIn } from '../json/index.js';
import { DomainError, type InputError, invalidInput, malformed } from './errors.js';

/** Turns errors of class-validator into problems: 422 for a body, 400 for a query, a JSON pointer for each mistake. */
@Injectable()
export class ProblemValidationPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      whitelist: true,
      forbidNonWhitelisted: true,
      forbidUnknownValues: true,
      // `whatExplainsTheRest` needs the value to tell a missing key from a wrong one. No answer shows it.
      validationError: { target: false, value: true },
      exceptionFactory: (errors) => invalidInput(flatten(errors)),
    });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const given = metadata.type === 'body' ? readBody(parsed(value, metadata)) : value;
    try {
      const inherited = metadata.type === 'custom' ? [] : inheritedKeys(given);
      if (inherited.length > 0) throw invalidInput(inherited);
      return (await super.transform(given, metadata)) as unknown;
    } catch (error) {
      // Validation is recursive, and 256 kB have room for enough brackets to exhaust the stack.
      if (error instanceof RangeError) throw invalidInput([{ pointer: '', detail: 'is nested too deeply' }]);
      if (metadata.type !== 'body' && error instanceof DomainError) {
        throw malformed('malformed_query', error.message, error.extra.errors);
      }
      throw error;
    }
  }
}

/** Parses the bytes that a guard with a proof over the body leaves unparsed. */
function parsed(value: unknown, { metatype }: ArgumentMetadata): unknown {
  if (!Buffer.isBuffer(value) || metatype === Buffer) return value;
  try {
    return parseStorableJson(value.toString());
  } catch {
    throw malformed('malformed_request', 'The body is not JSON.');
  }
}

/** A missing body counts as an object without keys, so that the answer lists what is missing. */
export function readBody(value: unknown): object {
  if (value === undefined) return {};
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw invalidInput([{ pointer: '', detail: 'a JSON object is required' }]);
}

/** Refuses keys such as `constructor`. Every object has them, so class-validator would drop them as known keys. */
function inheritedKeys(given: unknown): InputError[] {
  const errors: InputError[] = [];
  for (const { pointer, key } of placesIn(given)) {
    if (key in Object.prototype) errors.push({ pointer, detail: unknownKey(key) });
  }
  return errors;
}

function flatten(errors: readonly ValidationError[], parent = ''): InputError[] {
  return errors.flatMap((error) => {
    const pointer = `${parent}/${escapePointer(error.property)}`;
    const only = whatExplainsTheRest(error);
    if (only !== undefined) return [{ pointer, detail: only }];
    // Decorators run from the last to the first.
    const own = Object.values(error.constraints ?? {}).toReversed();
    return [...own.map((detail) => ({ pointer, detail })), ...flatten(error.children ?? [], pointer)];
  });
}

const TYPE_RULES = ['isArray', 'isObject', 'isString', 'isBoolean', 'isInt', 'isNumber'];
const LENGTH_RULES = new Set(['isLength', 'minLength', 'maxLength']);

/** A missing value, or one of the wrong type, breaks all rules of its key. The answer names only one of them. */
function whatExplainsTheRest({ property, value, constraints = {} }: ValidationError): string | undefined {
  const broken = Object.keys(constraints);
  if (broken.length === 0) return undefined;
  if ('whitelistValidation' in constraints) return unknownKey(property);
  if (value === undefined) return 'is required';
  const type = TYPE_RULES.find((rule) => rule in constraints);
  if (type !== undefined) return constraints[type];
  if ('nestedValidation' in constraints) return 'must be an object';
  return typeof value !== 'string' && broken.some((rule) => LENGTH_RULES.has(rule))
    ? `${property} must be a string`
    : undefined;
}

export const unknownKey = (key: string): string => `the key "${key}" is not known here`;
