/** Whether the law of a country lets a store ask its customers by email whether they want its emails. */
export interface AskingLaw {
  readonly allowed: boolean;
  /** In words for a merchant. */
  readonly reason: string;
}

const EU =
  'In the European Union an email that asks for consent counts as advertising, which needs consent itself (Directive ' +
  '2002/58/EC, article 13, and the national laws). Ask in the checkout instead.';
const EU_AND_EEA = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(
  ' ',
);

/**
 * By ISO 3166 alpha-2. A country is allowed only where its law is known to let a store write to its customers first.
 */
const LAWS: Readonly<Record<string, AskingLaw>> = {
  US: {
    allowed: true,
    reason: 'CAN-SPAM lets a business write to people until they opt out (15 U.S.C. 7704).',
  },
  ...Object.fromEntries(EU_AND_EEA.map((country) => [country, { allowed: false, reason: EU }])),
  GB: {
    allowed: false,
    reason: 'In the United Kingdom regulators fined companies whose emails asked for consent.',
  },
  CH: {
    allowed: false,
    reason: 'In Switzerland advertising by email needs consent (UWG, article 3, paragraph 1, letter o).',
  },
  CA: {
    allowed: false,
    reason: 'In Canada an email that asks for consent is itself a commercial message (CASL, section 1(3)).',
  },
  AU: {
    allowed: false,
    reason: 'In Australia an email that asks for consent is itself a commercial message (Spam Act 2003).',
  },
};

/** @param country the store's, ISO 3166 alpha-2; undefined where the store does not say it */
export function lawOfAsking(country: string | undefined): AskingLaw {
  if (country === undefined) return { allowed: false, reason: 'The store does not say its country.' };
  return LAWS[country] ?? { allowed: false, reason: `The law of ${country} is not known to this service.` };
}
