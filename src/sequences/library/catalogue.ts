import type { SequenceDefinition } from '../definitions/definition.dto.js';
import type { EmailText, LibraryTexts } from './texts.js';
import { AR } from './texts/ar.js';
import { DE } from './texts/de.js';
import { EN } from './texts/en.js';
import { ES } from './texts/es.js';
import { FR } from './texts/fr.js';
import { JA } from './texts/ja.js';

/** By BCP 47 language. */
export const TEXTS: Readonly<Record<LibraryLanguage, LibraryTexts>> = {
  en: EN,
  de: DE,
  fr: FR,
  es: ES,
  ja: JA,
  ar: AR,
};
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'ja', 'ar'] as const;
export type LibraryLanguage = (typeof LANGUAGES)[number];

/** The sources of the block `:::products`. */
export const DATA = ['last-order', 'new', 'price-drop', 'back-in-stock', 'bestsellers'] as const;
export type TemplateData = (typeof DATA)[number];

export type TemplateId = keyof LibraryTexts;

/** All of a sequence but its words, its brand and its segment. */
export interface SequenceTemplate extends Pick<
  SequenceDefinition,
  'offer' | 'exitOnLeave' | 'exitOnOrder' | 'reentry' | 'frequencyCap'
> {
  readonly steps: readonly { readonly id: string; readonly delay: string }[];
  /** Without this data the emails have nothing to say. */
  readonly needs: readonly TemplateData[];
}

/** Codes end so long after the start of the run: nine days after the offer, two after the last reminder. */
const TWO_WEEKS = 'P14D';

export const TEMPLATES: Readonly<Record<TemplateId, SequenceTemplate>> = {
  'win-back': {
    steps: [
      { id: 'reminder', delay: 'PT0S' },
      { id: 'offer', delay: 'P5D' },
      { id: 'last-call', delay: 'P7D' },
    ],
    needs: [],
    offer: { kind: 'percent', value: 10, endsIn: TWO_WEEKS, fallback: 'send' },
    exitOnOrder: true,
    reentry: { policy: 'after', days: 180 },
    frequencyCap: { messages: 3, days: 14 },
  },
  'win-back-no-offer': {
    steps: [
      { id: 'hello', delay: 'PT0S' },
      { id: 'bestsellers', delay: 'P10D' },
    ],
    needs: [],
    exitOnOrder: true,
    reentry: { policy: 'after', days: 180 },
    frequencyCap: { messages: 3, days: 14 },
  },
  'back-in-stock': {
    steps: [{ id: 'back', delay: 'PT0S' }],
    needs: ['back-in-stock'],
    exitOnOrder: true,
    reentry: { policy: 'after', days: 30 },
    frequencyCap: { messages: 2, days: 7 },
  },
  'new-in': {
    steps: [{ id: 'new', delay: 'PT0S' }],
    needs: ['new'],
    exitOnOrder: true,
    reentry: { policy: 'after', days: 60 },
    frequencyCap: { messages: 2, days: 7 },
  },
  'price-drop': {
    steps: [{ id: 'lower', delay: 'PT0S' }],
    needs: ['price-drop'],
    exitOnOrder: true,
    reentry: { policy: 'after', days: 30 },
    frequencyCap: { messages: 2, days: 7 },
  },
  'thank-you': {
    steps: [{ id: 'thanks', delay: 'P1D' }],
    needs: ['last-order'],
    // A second order within the day is no reason to be silent about the first.
    exitOnOrder: false,
    exitOnLeave: false,
    reentry: { policy: 'after', days: 180 },
    frequencyCap: { messages: 2, days: 7 },
  },
};

export const TEMPLATE_IDS = Object.keys(TEMPLATES) as readonly TemplateId[];
export const isTemplateId = (id: string): id is TemplateId => Object.hasOwn(TEMPLATES, id);

/** The words of a step. */
export function textOf(id: TemplateId, language: LibraryLanguage, step: string): EmailText {
  const emails: Readonly<Record<string, EmailText>> = TEXTS[language][id].emails;
  const text = emails[step];
  if (!text) throw new Error(`${id} has no words for ${step} in ${language}`);
  return text;
}

/** The sources of products that the emails show where there are any. */
export function shownData(id: TemplateId): readonly TemplateData[] {
  const bodies = TEMPLATES[id].steps.map((step) => textOf(id, 'en', step.id).body).join('\n');
  return DATA.filter((source) => new RegExp(`source=${source}\\b`).test(bodies));
}

/** The definition of a sequence that is made of the template. */
export function definitionOf(
  id: TemplateId,
  language: LibraryLanguage,
  { brandId, segment }: Pick<SequenceDefinition, 'brandId' | 'segment'>,
): SequenceDefinition {
  const { steps, needs: _, ...rules } = TEMPLATES[id];
  return {
    brandId,
    segment,
    name: TEXTS[language][id].name,
    language,
    steps: steps.map((step) => ({ ...step, ...textOf(id, language, step.id) })),
    ...rules,
  };
}
