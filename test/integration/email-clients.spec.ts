import { doIUseEmail } from '@jsx-email/doiuse-email';
import { expect, it } from 'vitest';
import { LETTERS } from '../../bench/gallery/emails/letters.js';
import { makeLetter } from '../../bench/gallery/emails/make-letter.js';

/** The mail programs that most customers of stores read with. */
const CLIENTS = [
  'apple-mail.macos',
  'apple-mail.ios',
  'gmail.desktop-webmail',
  'gmail.ios',
  'gmail.android',
  'outlook.windows',
  'outlook.macos',
  'outlook.ios',
  'yahoo.desktop-webmail',
  'samsung-email.android',
];

/** What some of them lack, and why the email is right without it. */
const ALLOWED: Readonly<Record<string, string>> = {
  '@font-face': 'each family has a font after it that every machine has',
  '@media': 'sizes for phones and dark mode only; Outlook for Windows runs on wide screens and changes colours itself',
  'Attribute selector': 'dark mode of the Outlook apps only',
  'Chaining selectors': 'rules of MJML for old Android mail programs',
  'Child combinator': 'dark mode only',
  '<body> element': 'becomes a div with the same styles',
  outline: 'a reset of MJML',
  'word-spacing': 'MJML sets it to its default',
  'word-break': 'MJML sets it to its default',
  'target attribute': 'these programs open every link in a new window',
  'border-radius': 'corners are square',
  overflow: 'clips images to round corners, which are square there; the preheader is hidden by mso-hide as well',
  opacity: 'the preheader is hidden in other ways too',
  'aria-hidden attribute': 'the padding after the preheader consists of invisible characters',
  'object-fit': 'a photograph keeps its own shape and is whole; the tiles of a row are equally high',
  'aspect-ratio': 'a photograph keeps its own shape and is whole; the tiles of a row are equally high',
  'mix-blend-mode': 'a white photograph keeps its white ground, which fills the tile',
  'text-wrap': 'lines of headlines and short texts are not balanced',
  'font-variant-numeric': 'digits of a headline are those that the font has',
  'white-space': 'a link of the footer may go over two lines',
  'overflow-wrap': 'a very long code breaks at its hyphens',
  'table-layout': 'both columns have their width in percent as well',
};

const NOT_SUPPORTED = /^`(.+)` is not supported by `(.+)`$/;

it.each(LETTERS.map((letter) => [letter.name, letter] as const))(
  'needs nothing that one of ten mail programs lacks: %s',
  async (_name, letter) => {
    const { html } = await makeLetter(letter);
    const result = doIUseEmail(html, { emailClients: CLIENTS });
    const errors = 'errors' in result ? result.errors : [];
    const lacking = errors.filter((error) => ALLOWED[NOT_SUPPORTED.exec(error)?.[1] ?? ''] === undefined);
    expect([...new Set(lacking)]).toEqual([]);
  },
);
