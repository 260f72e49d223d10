/**
 * Shows an email in a frame of its own. The frame's policy allows styles inside the document and no other script, and
 * its origin is opaque: an email can't reach the studio.
 */
const host = window.parent;

window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
  if (source !== host || !isShow(data)) return;
  const parsed = new DOMParser().parseFromString(data.html, 'text/html');
  for (const active of parsed.querySelectorAll('script, link, meta[http-equiv]')) active.remove();
  // Browsers refuse fonts to an opaque origin where the service is on this machine.
  for (const style of parsed.querySelectorAll('style')) {
    style.textContent = style.textContent.replaceAll(/@font-face\s*\{[^}]*\}/g, '');
  }
  if (!data.images) for (const image of parsed.querySelectorAll('img')) image.removeAttribute('src');
  for (const link of parsed.querySelectorAll('a')) link.removeAttribute('href');
  document.documentElement.lang = parsed.documentElement.lang;
  document.documentElement.dir = parsed.documentElement.dir;
  document.documentElement.style.colorScheme = data.dark ? 'dark' : 'light';
  document.head.replaceChildren(...parsed.head.childNodes);
  document.body.replaceWith(document.adoptNode(parsed.body));
  reportHeight();
  for (const image of document.images) image.addEventListener('load', reportHeight);
});
host.postMessage({ kind: 'frame-ready' }, '*');

/** The height of the email itself. The scroll height is never less than that of the frame, so it would not shrink. */
function reportHeight(): void {
  const { height } = document.documentElement.getBoundingClientRect();
  host.postMessage({ kind: 'frame-height', height: Math.ceil(height) }, '*');
}

interface Show {
  readonly html: string;
  readonly images: boolean;
  readonly dark: boolean;
}

function isShow(data: unknown): data is Show {
  return typeof data === 'object' && data !== null && 'html' in data && typeof data.html === 'string';
}
