import type { en } from './en.js';

/** A text, or its forms by plural category of the language; `other` is the form for all that are not named. */
export type Message = string | ({ readonly other: string } & Partial<Record<Intl.LDMLPluralRule, string>>);
export type MessageKey = keyof typeof en;
export type Messages = Readonly<Record<MessageKey, Message>>;
