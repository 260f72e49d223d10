import { html } from '../../pages/html.js';
import { preferredOf } from '../../pages/preferred-language.js';
import { showPage, type ShownPage } from '../../pages/page.js';
import { LANGUAGES, TEXTS } from './leave-frame-texts.js';

/**
 * Leads out of the platform's frame. The platform refuses to show its authorize page in a frame, and a browser keeps no
 * cookie of an install there. Without a click a browser lets no frame change the whole window.
 */
export function leaveFramePage(
  address: string,
  store: string,
  frameAncestors: readonly string[],
  acceptLanguage: string | undefined,
): ShownPage {
  const tag = preferredOf(LANGUAGES, acceptLanguage) ?? 'en';
  const { title, text, go } = TEXTS[tag];
  const content = html`<p>${text}</p>
    <p><a class="button" href="${address}" target="_top">${go}</a></p>`;
  const language = { tag, dir: tag === 'ar' ? 'rtl' : 'ltr' } as const;
  return showPage({ language, title, store, content }, { frameAncestors: frameAncestors.join(' ') });
}
