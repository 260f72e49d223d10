/**
 * Shows an email in a frame of its own. The frame's policy allows styles inside the document and no other script, and
 * its origin is opaque: an email can't reach the studio. Where images are off, the policy of the frame refuses them.
 */
const host = window.parent;

/** Conditions of a media query that always hold, and never. */
const [ALWAYS, NEVER] = ['(min-width: 0px)', '(max-width: 0px)'];

window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
  if (source !== host || !isShow(data)) return;
  const { dark } = data;
  const parsed = new DOMParser().parseFromString(data.html, 'text/html');
  for (const active of parsed.querySelectorAll('script, link, meta[http-equiv]')) active.remove();
  for (const style of parsed.querySelectorAll('style')) {
    // Browsers refuse fonts to an opaque origin where the service is on this machine.
    style.textContent = inColours(style.textContent.replaceAll(/@font-face\s*\{[^}]*\}/g, ''), dark);
  }
  for (const each of parsed.querySelectorAll('[media]')) {
    each.setAttribute('media', inColours(each.getAttribute('media') ?? '', dark));
  }
  for (const link of parsed.querySelectorAll('a')) link.removeAttribute('href');
  document.documentElement.lang = parsed.documentElement.lang;
  document.documentElement.dir = parsed.documentElement.dir;
  document.documentElement.style.colorScheme = dark ? 'dark' : 'light';
  document.head.replaceChildren(...parsed.head.childNodes);
  document.body.replaceWith(document.adoptNode(parsed.body));
  reportHeight();
  for (const image of document.images) image.addEventListener('load', reportHeight);
});
host.postMessage({ kind: 'frame-ready' }, '*');

/**
 * Media queries ask for the colours of the reader's system, which a page can't change. So each question for them is
 * replaced by its answer.
 */
const inColours = (text: string, dark: boolean): string =>
  text.replaceAll(/\(\s*prefers-color-scheme\s*(?::\s*(dark|light)\s*)?\)/gi, (_question, colours?: string) =>
    colours === undefined || (colours.toLowerCase() === 'dark') === dark ? ALWAYS : NEVER,
  );

/** The height of the email itself. The scroll height is never less than that of the frame, so it would not shrink. */
function reportHeight(): void {
  const { height } = document.documentElement.getBoundingClientRect();
  host.postMessage({ kind: 'frame-height', height: Math.ceil(height) }, '*');
}

interface Show {
  readonly html: string;
  readonly dark: boolean;
}

function isShow(data: unknown): data is Show {
  return typeof data === 'object' && data !== null && 'html' in data && typeof data.html === 'string';
}
