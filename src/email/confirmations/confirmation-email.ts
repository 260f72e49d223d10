import { type CustomerLanguage, textsIn } from '../../pages/customer-texts.js';
import type { EmailSource } from '../templates/email-source.dto.js';

/** The email that asks for consent. Its link leads to a page with a button, because programs open links in advance. */
export function confirmationEmail(language: CustomerLanguage): EmailSource {
  const { mayWeTitle, mayWe, yes } = textsIn(language);
  const title = mayWeTitle.replace('{store}', '{{ brand.name }}');
  const body = [
    `# ${title}`,
    mayWe.replace('{store}', '{{ brand.name }}'),
    `:::button {{ preferencesUrl }}\n${yes}\n:::`,
    '[{{ brand.name }}]({{ shop.url }})',
  ];
  return { subject: title, body: body.join('\n\n') };
}
