import { ar } from './ar.js';
import { de } from './de.js';
import { en } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { ja } from './ja.js';
import type { LiftTexts } from './wording.js';

const TEXTS = { en, de, fr, es, ja, ar } as const satisfies Record<string, LiftTexts>;

export type LiftLanguage = keyof typeof TEXTS;

export const LIFT_LANGUAGES = Object.keys(TEXTS) as readonly LiftLanguage[];

export const liftTexts = (language: LiftLanguage): LiftTexts => TEXTS[language];
