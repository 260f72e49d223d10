/** A text, or its forms by plural category of the language; `other` is the form for all that are not named. */
export type Message = string | ({ readonly other: string } & Partial<Record<Intl.LDMLPluralRule, string>>);
