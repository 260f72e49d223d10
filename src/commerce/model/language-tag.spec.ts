import { describe, expect, it } from 'vitest';
import { languageTag } from './language-tag.js';

describe('languageTag', () => {
  it.each(['de', 'fr-CA', 'fr-Fr', 'zh-Hant-TW', 'pt_BR', 'gsw', 'es-419'])('keeps %s as it was written', (tag) => {
    expect(languageTag(` ${tag} `)).toBe(tag);
  });

  it.each([undefined, null, '', ' ', 7, {}, 'example string', 'english', 'C', 'de-', '-de', 'de-<b>', 'de\n-AT', '*'])(
    'takes no language from %j',
    (value) => {
      expect(languageTag(value)).toBeUndefined();
    },
  );

  it('cuts a tag after the last subtag that fits into 35 characters', () => {
    const fits = 'de-Latn-AT-1996-x-abcdefgh-ijklmnop';
    expect(fits).toHaveLength(35);
    expect(languageTag(fits)).toBe(fits);
    expect(languageTag(`${fits}-more`)).toBe(fits);
    expect(languageTag('de-Latn-AT-1996-x-abcdefgh-12-ijklmnop')).toBe('de-Latn-AT-1996-x-abcdefgh-12');
    expect(languageTag(`de${'-abcdefgh'.repeat(10_000)}`)).toBe('de-abcdefgh-abcdefgh-abcdefgh');
  });
});
