import {
  type CustomerLanguage,
  type CustomerTexts,
  sentence,
  textsIn,
  withStoreName,
} from '../../pages/customer-texts.js';
import { type Html, html } from '../../pages/html.js';
import type { Page } from '../../pages/page.js';
import type { Choice } from './recipient-consent.service.js';
import type { ConsentView } from './unsubscribe.service.js';

/** The page that shows the current consent and a button to change it. */
export function consentPage({ senderName, status }: ConsentView, tag: CustomerLanguage): Page {
  const texts = textsIn(tag);
  const isUnsubscribed = status === 'unsubscribed';
  return {
    language: { tag, dir: texts.dir },
    // The other titles already contain the name.
    store: isUnsubscribed ? senderName : null,
    title: isUnsubscribed
      ? texts.unsubscribedTitle
      : withStoreName(status === 'asked' ? texts.mayWeTitle : texts.emails, texts, senderName),
    content: CONTENTS[status](texts, senderName),
  };
}

type Content = (texts: CustomerTexts, senderName: string | null) => Html;

const CONTENTS: Readonly<Record<ConsentView['status'], Content>> = {
  subscribed: ({ receiving, unsubscribe }) =>
    html`<p>${receiving}</p>
      ${choiceForm('unsubscribed', unsubscribe, 'first')}`,
  unsubscribed: (texts, senderName) =>
    html`<p>${sentence(texts.unsubscribed, texts, senderName)}</p>
      <p>${texts.mistake}</p>
      ${choiceForm('subscribed', texts.subscribe, 'second')}`,
  asked: (texts, senderName) =>
    html`<p>${sentence(texts.mayWe, texts, senderName)}</p>
      ${choiceForm('subscribed', texts.yes, 'first')}`,
  blocked: (texts, senderName) => html`<p>${sentence(texts.blocked, texts, senderName)}</p>`,
};

const choiceForm = (choice: Choice, label: string, look: 'first' | 'second'): Html =>
  html`<form method="post"><button class="${look}" name="choice" value="${choice}">${label}</button></form>`;
