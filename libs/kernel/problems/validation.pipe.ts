import { type ArgumentMetadata, Injectable, ValidationPipe } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { escapePointer, parseStorableJson, placesIn } from '../json/index.js';
import { DomainError, type InputError, invalidInput, malformed } from './errors.js';

/** Refusals of class-validator as problems: 422 for a body, 400 for a query, each mistake with its JSON pointer. */
@Injectable()
export class ProblemValidationPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      whitelist: true,
      forbidNonWhitelisted: true,
      forbidUnknownValues: true,
      // The value tells what is missing from what is wrong, below; no answer shows it.
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
      // The walk through a body is recursive, and 256 kB are enough brackets to exhaust the stack.
      if (error instanceof RangeError) throw invalidInput([{ pointer: '', detail: 'is nested too deeply' }]);
      if (metadata.type !== 'body' && error instanceof DomainError) {
        throw malformed('malformed_query', error.message, error.extra.errors);
      }
      throw error;
    }
  }
}

/** A guard that proves the bytes of a body leaves them as they came; a body with a class is JSON all the same. */
function parsed(value: unknown, { metatype }: ArgumentMetadata): unknown {
  if (!Buffer.isBuffer(value) || metatype === Buffer) return value;
  try {
    return parseStorableJson(value.toString());
  } catch {
    throw malformed('malformed_request', 'The body is not JSON.');
  }
}

/** No body at all is an object without keys, so that what it lacks is listed. */
export function readBody(value: unknown): object {
  if (value === undefined) return {};
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw invalidInput([{ pointer: '', detail: 'a JSON object is required' }]);
}

/** Keys such as `constructor`: every object has them, so what looks for unknown keys takes them for known and drops them. */
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

/** What is not there, or of the wrong type, breaks all rules of its key; one of them is the mistake. */
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
