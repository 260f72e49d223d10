import { describe, expect, it } from 'vitest';
import { definitionOf, LANGUAGES, shownData, TEMPLATE_IDS, TEMPLATES, TEXTS, textOf } from './catalogue.js';

const BLOCK = /^:::.*$/gm;
const TAG = /\{[{%].*?[}%]\}/g;

/** Names differ: some countries write the given name, some the family name. */
const tagsOf = (text: string): string[] =>
  (text.match(TAG) ?? []).map((tag) => tag.replaceAll(/customer\.(?:first|last)Name/g, 'customer.name')).sort();

const EMAILS = TEMPLATE_IDS.flatMap((id) => TEMPLATES[id].steps.map((step) => ({ id, step: step.id })));
const OTHERS = LANGUAGES.filter((language) => language !== 'en').flatMap((language) =>
  EMAILS.map((email) => ({ ...email, language })),
);
const ALL = LANGUAGES.flatMap((language) => EMAILS.map((email) => ({ ...email, language })));

describe('the library', () => {
  it('has the same sequences and emails in every language', () => {
    for (const language of LANGUAGES) {
      expect(Object.keys(TEXTS[language])).toEqual([...TEMPLATE_IDS]);
      for (const id of TEMPLATE_IDS) {
        expect(Object.keys(TEXTS[language][id].emails)).toEqual(TEMPLATES[id].steps.map((step) => step.id));
      }
    }
  });

  it.each(OTHERS)('has the blocks and the Liquid of English in $language: $id, $step', ({ id, step, language }) => {
    const [own, english] = [textOf(id, language, step), textOf(id, 'en', step)];
    expect(own.body.match(BLOCK)).toEqual(english.body.match(BLOCK));
    for (const part of ['subject', 'preheader', 'body'] as const) {
      expect(tagsOf(own[part])).toEqual(tagsOf(english[part]));
    }
  });

  it.each(ALL)('types no offer by hand in $language: $id, $step', ({ id, step, language }) => {
    const { subject, preheader, body } = textOf(id, language, step);
    const words = (subject + preheader + body).replaceAll(TAG, '');
    expect(words).not.toMatch(/[\d٠-٩０-９]+\s*[%％٪€$£¥]/);
  });

  it.each(ALL)('relies on no offer and no list in $language: $id, $step', ({ id, step, language }) => {
    const { subject, preheader, body } = textOf(id, language, step);
    // The blocks with these data leave themselves out.
    const free = [subject, preheader, body.replaceAll(/^:::(?:offer|products)[^]*?^:::$/gm, '')].join('\n');
    const outside = free.replaceAll(/\{% if (?:offer|lists)\b.*?\{% else %\}/g, '');
    expect(outside).not.toMatch(/\{\{ (?:offer|lists|lastOrder|products)\b/);
  });

  it('says which products the emails show', () => {
    expect(shownData('win-back')).toEqual(['last-order', 'bestsellers']);
    expect(shownData('price-drop')).toEqual(['price-drop']);
    for (const id of TEMPLATE_IDS) expect(shownData(id)).toEqual(expect.arrayContaining([...TEMPLATES[id].needs]));
  });

  it('makes the definition of a sequence for a segment', () => {
    const definition = definitionOf('win-back', 'ja', { brandId: 'b', segment: 'Lapsed' });
    expect(definition).toMatchObject({ brandId: 'b', segment: 'Lapsed', language: 'ja', exitOnOrder: true });
    expect(definition.steps.map(({ id }) => id)).toEqual(['reminder', 'offer', 'last-call']);
    expect(definition).not.toHaveProperty('needs');
  });
});
