import type { LibraryLanguage, TemplateId } from '../../../src/sequences/library/catalogue.js';
import type { BRANDS } from './brands.js';
import type { Scene } from './files.js';

/** One email of the gallery: a step of a template of the library, in a language, for a brand. */
export interface Letter {
  readonly name: string;
  readonly template: TemplateId;
  readonly step: string;
  readonly language: LibraryLanguage;
  readonly brand: keyof typeof BRANDS;
  /** An image that the store added to the step. */
  readonly hero?: { readonly scene: Scene; readonly altText: string };
}

const letter = (
  [template, step, language]: readonly [TemplateId, string, LibraryLanguage],
  brand: Letter['brand'],
  hero?: readonly [scene: Scene, altText: string],
): Letter => ({
  name: `${template}-${step}-${language}`,
  template,
  step,
  language,
  brand,
  ...(hero ? { hero: { scene: hero[0], altText: hero[1] } } : {}),
});

export const LETTERS: readonly Letter[] = [
  letter(['win-back', 'reminder', 'en'], 'juniper', [
    'morning',
    'A lamp, a plant, a mug and a candle on a wooden table',
  ]),
  letter(['win-back', 'offer', 'en'], 'juniper', [
    'evening',
    'A vase, a candle, a mug and a plant in the evening light',
  ]),
  letter(['win-back', 'last-call', 'en'], 'fell'),
  letter(['win-back', 'offer', 'de'], 'fell', ['cabin', 'Trinkflasche, Rucksack, Sneaker und Notizbuch']),
  letter(['back-in-stock', 'back', 'de'], 'juniper'),
  letter(['win-back-no-offer', 'hello', 'fr'], 'juniper', [
    'morning',
    'Une lampe, une plante, une tasse et une bougie sur une table en bois',
  ]),
  letter(['price-drop', 'lower', 'fr'], 'fell'),
  letter(['win-back-no-offer', 'bestsellers', 'es'], 'juniper'),
  letter(['new-in', 'new', 'es'], 'fell', ['cabin', 'Una botella, una mochila, unas zapatillas y un cuaderno']),
  letter(['win-back', 'offer', 'ja'], 'juniper', [
    'morning',
    '木のテーブルに並んだランプ、植物、マグカップ、キャンドル',
  ]),
  letter(['thank-you', 'thanks', 'ja'], 'juniper', ['evening', '夕方の光の中の花瓶、キャンドル、マグカップ、植物']),
  letter(['win-back', 'offer', 'ar'], 'juniper', ['evening', 'مزهرية وشمعة وكوب ونبتة في ضوء المساء']),
];
