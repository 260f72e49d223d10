/** The rules of checks/words.mjs. A space in a phrase is any white space, so that a phrase is found across lines. */

export const SPELLING_LIST = 'checks/spelling.txt';

/**
 * `kinds` limits a rule to comments, test titles (`title`), other string literals with a space (`text`) or documents
 * (`doc`). Code between backticks, paths and addresses are never searched.
 */
const PROSE = ['comment', 'title', 'doc'];
const phrase = (id, pattern, instead, kinds) => ({
  id,
  pattern: new RegExp(String.raw`\b(?:${pattern.replaceAll(' ', String.raw`\s+`)})\b`, 'gi'),
  instead,
  kinds,
});

export const PHRASES = [
  // Phrases that a reader has to translate.
  phrase('what-comes-of', 'what (?:comes?|came) of', 'name the result'),
  phrase('none-of', '(?:is|are|was|were) none of', "write 'is not one of' or 'does not belong to'"),
  phrase('of-before', 'of before', "write 'earlier' or 'previous' before the noun"),
  phrase('anew', 'anew', "write 'again'"),
  phrase('any-more', 'any ?more(?! than)', "write 'no longer'"),
  phrase('no-more', 'no more(?! than)', "write 'no longer', 'no further' or 'none is left'"),
  phrase('nor', 'nor', "write 'or', or a sentence of its own"),
  phrase('dear', '(?:is|are|too|as|so|how|more|very) dear|dearer|dearest', "write 'expensive'"),
  phrase('in-vain', 'in vain', "write 'without success'"),
  phrase(
    'tell',
    '(?:tells?|told|telling)(?! (?:\\S+ ){0,4}(?:apart|from))',
    "write 'report', 'say', 'send' or 'notify'",
    PROSE,
  ),
  phrase('he', 'he|his|him|himself|she|hers?|herself', "write the noun, or 'they'"),
  phrase('whom', 'whom', 'name the person or row again, and make two sentences'),
  phrase(
    'headless-who',
    '(?:of|to|for|with|from|than|at|on|after|before|by|against|and|or|only|lets?(?: in)?) who',
    "write the noun before 'who': 'the customers who'",
    PROSE,
  ),
  phrase('stands-on', 'stands? on|stood on', "write 'depends on' or 'is based on'", PROSE),
  phrase('believe', 'believed?|believes|believing', "write 'accept', 'trust' or 'verify'", PROSE),
  phrase('rings', 'rings? (?:again|for|it|once|anyway|every|when|where)|rang|rung', "write 'enqueue'", PROSE),
  phrase('knock', 'knock(?:s|ed|ing)?|doorbells?', "write 'enqueue' or 'a job without a payload'"),

  // Words of the glossary's last column.
  phrase(
    'mail',
    'mails?(?! (?:servers?|program(?:me)?s?|clients?|providers?))|mail(?:ed|ings?)|e-mails?',
    "write 'email'",
  ),
  phrase('picture', 'pictures?|pictured', "write 'image'"),
  phrase('shop', "shops?(?:'s?)?", "write 'store'", PROSE),
  phrase('tenant', 'tenants?', "write 'retailer'", PROSE),
  phrase('standings', 'standings?', "write 'membership matrix'", PROSE),
  phrase('stay', '(?:an?|each|every|one|open|its|their|closed|of) stays?', "write 'membership interval'", PROSE),
  phrase('course', '(?<!of )courses?|appointments?', "write 'next change'", PROSE),
  phrase(
    'look',
    '(?:an?|each|every|next|last|first|one|another|by|of) looks?(?! like)',
    "write 'evaluation', 'watch' or 'check'",
    PROSE,
  ),
  phrase('movement', 'movements?', "write 'transition'", PROSE),
  phrase('watchdog', 'watchdogs?', "write 'watch' or 'sweep'"),
];

/** Parts of identifiers and file names. */
export const NAMES = [
  { id: 'picture', pattern: /pictures?/i, instead: "name it 'image'" },
  {
    id: 'mail',
    pattern: /mailings?|(?<![A-Za-z])mails?(?![a-z])|Mails?(?![a-z])/,
    instead: "name it 'email'",
  },
  { id: 'knock', pattern: /doorbell|knock/i, instead: "name it 'enqueue'" },
  { id: 'standings', pattern: /standings|Appointment/i, instead: 'use the word of the glossary' },
  { id: 'watchdog', pattern: /watchdog/i, instead: "name it 'watch'" },
];

/** Names that are not ours to choose. */
export const KEPT_NAMES = new Set([
  // A JSON field of a brand's settings, which clients already send.
  'mailUnknownConsent',
  // The library nodemailer.
  'MailComposer',
  'sendMail',
  // The library smtp-server: the command MAIL FROM.
  'mailFrom',
]);

/** Places where the named rules do not apply. Without `rules`, no rule applies there. */
export const EXCEPTIONS = [
  // The glossary lists the words that are not to be used.
  { where: /^docs\/architecture\/glossary\.md$/ },
  // Written by the snapshot run; the statements' texts are checked where they are declared.
  { where: /^checks\/statements\/sql\// },
  // Languages in which the word is right.
  { where: /^src\/pages\/customer-texts\.ts$/, rules: ['mail'] },
  // The sentences about lift are fixed by their reference cases.
  { where: /^libs\/lift\/texts\//, rules: ['mail'] },
  { where: /^src\/sequences\/library\/texts\// },
  { where: /^src\/dashboard\/studio\/i18n\/(?:[a-z]+\/)?(?:de|es|ja|ar)\.ts$/ },
  // Headers of lists that other systems export.
  { where: /^src\/email\/suppressions\/import-lines\.ts$/, rules: ['mail'] },
  { where: /^(?:libs|src|test\/e2e)\/lift.*\.spec\.ts$/, rules: ['mail'] },
  // Things that are drawn on a table.
  { where: /^libs\/compositor\/art\//, rules: ['stands-on', 'rings'] },
  // Texts on the banners of the gallery.
  { where: /^docs\/gallery\/README\.md$/, rules: ['shop'] },
  // Platform A's own words for a store and an order's fields.
  { where: /(?:^|\/)platform-a(?:-client)?\/|shopify/, rules: ['shop'] },
];
