import { messages as ar } from '../../src/dashboard/studio/i18n/ar.js';
import { messages as en } from '../../src/dashboard/studio/i18n/en.js';
import type { Message } from '../../src/dashboard/studio/i18n/message.js';
import type { MessageKey, Messages } from '../../src/dashboard/studio/i18n/messages.js';

export { mistakeOf } from '../../src/dashboard/studio/ui/mistake-forms.js';

const LANGUAGES: Readonly<Record<string, Messages>> = { en, ar };

/** The names of the texts in English, which the other languages follow. */
export const TEXT_NAMES: readonly string[] = Object.keys(en);

/** Says how a text of the studio reads in the language: anything may be filled in, and any plural form fits. */
export const wordsOf =
  (language: string) =>
  (key: MessageKey): RegExp =>
    new RegExp(`^(?:${formsOf(LANGUAGES[language]?.[key]).map(patternOf).join('|')})`);

export type Words = ReturnType<typeof wordsOf>;

const formsOf = (message: Message | undefined): string[] =>
  message === undefined ? [] : typeof message === 'string' ? [message] : Object.values(message);

const patternOf = (text: string): string =>
  text.replaceAll(/[\\^$.*+?()[\]|]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, '.+');
