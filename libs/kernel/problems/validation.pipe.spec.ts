import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsDefined,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { describe, expect, it } from 'vitest';
import { DomainError } from './errors.js';
import { ProblemValidationPipe } from './validation.pipe.js';

class Size {
  @IsInt()
  @Min(64)
  @Max(4096)
  width!: number;
}

class Part {
  @Length(1, 10)
  @Matches(/^[a-z]+$/)
  name!: string;
}

class Body {
  @IsString()
  @Length(3, 5)
  @Matches(/^[a-z]+$/)
  code!: string;

  @IsOptional()
  @Length(1, 4)
  @Matches(/^[a-z]+$/)
  word?: string;

  @IsDefined()
  @IsObject()
  @ValidateNested()
  @Type(() => Size)
  size!: Size;

  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(2)
  @ValidateNested({ each: true })
  @Type(() => Part)
  parts!: Part[];
}

const GOOD = { code: 'abc', size: { width: 64 }, parts: [{ name: 'a' }] };

async function mistakesIn(changes: object): Promise<string[]> {
  const pipe = new ProblemValidationPipe();
  const refusal: unknown = await pipe
    .transform({ ...GOOD, ...changes }, { type: 'body', metatype: Body })
    .catch((error: unknown) => error);
  if (refusal instanceof Body) return [];
  if (!(refusal instanceof DomainError)) throw refusal;
  expect(JSON.stringify(refusal.extra)).not.toContain('hush');
  return (refusal.extra.errors ?? []).map(({ pointer, detail }) => `${pointer}: ${detail}`);
}

describe('the mistakes of a body', () => {
  it.each<[what: string, changes: object, mistakes: string[]]>([
    ['nothing', {}, []],
    [
      'what is not there, once',
      { code: undefined, size: undefined, parts: [{}] },
      ['/code: is required', '/size: is required', '/parts/0/name: is required'],
    ],
    [
      'a wrong type, and nothing else of it',
      { code: 7, word: 7, size: { width: 'hush' }, parts: {} },
      [
        '/code: code must be a string',
        '/word: word must be a string',
        '/size/width: width must be an integer number',
        '/parts: parts must be an array',
      ],
    ],
    ['an array for an object, and not its items', { size: [800, 400] }, ['/size: size must be an object']],
    ['null for an object', { size: null }, ['/size: size must be an object']],
    ['an item that is no object', { parts: ['hush'] }, ['/parts/0: must be an object']],
    [
      'all broken rules in the order of their declaration',
      { code: 'HUSH-HUSH' },
      [
        '/code: code must be shorter than or equal to 5 characters',
        '/code: code must match /^[a-z]+$/ regular expression',
      ],
    ],
    ['a key that nobody knows', { size2: 'hush' }, ['/size2: the key "size2" is not known here']],
  ])('name %s', async (_what, changes, mistakes) => {
    expect(await mistakesIn(changes)).toEqual(mistakes);
  });
});
