import { type CustomerLanguage, textsIn } from './customer-texts.js';
import { html } from './html.js';
import type { Page } from './page.js';

/** The page of a link in an email that is not one of ours. */
export function badLinkPage(tag: CustomerLanguage): Page {
  const { dir, badLinkTitle, badLink } = textsIn(tag);
  return { language: { tag, dir }, store: null, title: badLinkTitle, content: html`<p>${badLink}</p>` };
}

/** The page of an email that can no longer be shown. */
export function gonePage(tag: CustomerLanguage): Page {
  const { dir, goneTitle, gone } = textsIn(tag);
  return { language: { tag, dir }, store: null, title: goneTitle, content: html`<p>${gone}</p>` };
}
