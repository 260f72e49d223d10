export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Escapes braces, so that a title is not read as Liquid. Written in Liquid, because MJML would decode an entity. */
export const literal = (html: string): string => html.replaceAll(/[{}]/g, (brace) => `{{ '${brace}' }}`);

/** Marks links that the service makes, to tell them apart from the author's. */
export const IMAGE_LINK = 'class="rk-image"';
/** Links of the layout. They don't count as the links that an email needs. */
export const LAYOUT_LINK = 'class="rk-home"';

/** The start tag of the body. Its `>` is optional: a missing one would be searched for after each of many starts. */
export const BODY = /<body[^>]*>?/i;
