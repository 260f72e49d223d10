/**
 * The allow list for emails: the output of our own compilers (MJML, Markdown, the layout, grids), and further HTML
 * that is usual in emails. Everything else is refused, so that nobody has to know every trick.
 */
const names = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean));

export const ELEMENTS = names(`
  html head title meta link style body
  div span p br hr center font h1 h2 h3 h4 h5 h6 header footer main section article address
  a img map area figure figcaption
  table caption colgroup col thead tbody tfoot tr th td
  ul ol li dl dt dd blockquote pre
  b strong i em u s strike del ins sub sup small big mark q cite abbr code kbd samp var tt time bdi bdo wbr
  input label`);

/** Allowed in conditional comments only, which no client but Outlook reads. */
export const OUTLOOK_ELEMENTS = names(`
  noscript xml o:officedocumentsettings o:allowpng o:pixelsperinch w:worddocument w:anchorlock
  v:background v:fill v:image v:oval v:rect v:roundrect v:shape v:stroke v:textbox center`);

export const ATTRIBUTES = names(`
  abbr align alt background bgcolor border cellpadding cellspacing charset checked cite class clear color cols colspan
  compact content coords datetime dir disabled face for frame headers height href hspace http-equiv id initial-scale
  itemprop itemscope itemtype lang media name noshade nowrap rel reversed role rowspan rules scope shape size sizes span
  src srcset start style summary tabindex target title type usemap valign value vspace width
  xml:lang xmlns xmlns:o xmlns:v xmlns:w`);
export const ATTRIBUTE_FAMILIES = /^(?:aria|data)-[a-z\d.:-]+$/;

export const OUTLOOK_ATTRIBUTES = names(`
  arcsize aspect fill fillcolor filltype focus inset opacity origin position stroke strokecolor stroked strokeweight`);

/** Attributes whose value is one address. `srcset` has several and is checked apart. */
export const ADDRESSES = names('href src background cite');

/** Values of attributes that decide whether an element is harmless. */
export const VALUES: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  meta: { 'http-equiv': /^(?:content-type|x-ua-compatible|content-language)$/i },
  link: { rel: /^stylesheet$/i, type: /^text\/css$/i },
  style: { type: /^text\/css$/i },
  // The switches of MJML's carousel, navigation and accordion, and of Markdown's lists of tasks.
  input: { type: /^(?:checkbox|radio)$/i },
};
/** Without these attributes the element would be something that is not allowed. */
export const REQUIRED: Readonly<Record<string, string>> = { input: 'type', link: 'rel' };

const LINK = /^(?:https?|mailto|tel|sms):/;
const FILE = /^(?:https?|cid):/;

/**
 * Why an address is refused, or undefined. `fetched`: an email client loads it without a click. Control characters,
 * spaces and line breaks are removed first, because browsers ignore them before and in a scheme.
 */
export function addressProblem(address: string, fetched: boolean): string | undefined {
  const bare = address.replaceAll(/[\p{C}\p{Z}]/gu, '').toLowerCase();
  const [beginning = ''] = /^[^/?#]*/.exec(bare) ?? [];
  if (!beginning.includes(':') || (fetched ? FILE : LINK).test(bare)) return undefined;
  return `the address ${address.trim().slice(0, 60)}, which is not a web, email or phone address`;
}
