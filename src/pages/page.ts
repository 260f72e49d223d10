import { createHash } from 'node:crypto';
import { Html, html } from './html.js';

/** One of our pages for people. */
export interface Page {
  /** BCP 47. Default: English. */
  readonly language?: { readonly tag: string; readonly dir: 'ltr' | 'rtl' };
  readonly title: string;
  /** The store that the page is about; null where it is unknown. */
  readonly store: string | null;
  readonly content: Html;
}

/** The rights of a page in the browser. */
export interface PageRights {
  /** CSP sources that may show the page in a frame. Default: none. */
  readonly frameAncestors?: string;
  /** Whether the page may send forms, to our own origin only. Default: false. */
  readonly forms?: boolean;
}

export interface ShownPage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const STYLE = `
:root { color-scheme: light dark; font: 1.0625rem/1.55 system-ui, sans-serif;
  --ground: #f4f3f0; --card: #fff; --text: #1d1c1a; --quiet: #5f5c56; --line: #dedbd4; --strong: #1d1c1a; --on-strong: #fff; }
@media (prefers-color-scheme: dark) { :root {
  --ground: #151412; --card: #201f1c; --text: #f1efea; --quiet: #aaa69d; --line: #3a3833; --strong: #f1efea; --on-strong: #1d1c1a; } }
* { box-sizing: border-box; }
body { display: grid; place-items: center; min-height: 100vh; margin: 0; padding: 1.25rem; background: var(--ground); color: var(--text); }
main { width: 100%; max-width: 34rem; padding: clamp(1.5rem, 6vw, 2.75rem); background: var(--card);
  border: 1px solid var(--line); border-radius: 1rem; overflow-wrap: anywhere; }
h1 { margin: 0 0 1rem; font-size: clamp(1.5rem, 6vw, 1.9rem); line-height: 1.25; text-wrap: balance; }
p { margin: 0 0 1rem; }
form { margin: 1.5rem 0 0; }
.store { color: var(--quiet); font-weight: 600; margin: 0 0 .5rem; }
.small { margin: 2rem 0 0; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--quiet); font-size: .85rem; }
button, .button { display: inline-block; min-height: 2.9rem; padding: .65rem 1.4rem; font: inherit; font-weight: 600; text-decoration: none;
  color: var(--on-strong); background: var(--strong); border: 1px solid var(--strong); border-radius: .6rem; cursor: pointer; }
.second { color: var(--text); background: none; border-color: var(--quiet); }
button:focus-visible, a:focus-visible { outline: 3px solid #3b82f6; outline-offset: 2px; }
main > :last-child { margin-bottom: 0; }
`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
/**
 * Inserted as one ready-made value, so that nothing is added between the tags: the Content-Security-Policy contains the
 * hash of exactly `STYLE`.
 */
const STYLE_ELEMENT = new Html(`<style>${STYLE}</style>`);
const ENGLISH = { tag: 'en', dir: 'ltr' } as const;

/**
 * The page with its headers. The headers forbid scripts, foreign content and a referrer, because the address may hold a
 * proof.
 */
export function showPage(page: Page, { frameAncestors = "'none'", forms = false }: PageRights = {}): ShownPage {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    `form-action ${forms ? "'self'" : "'none'"}`,
    `frame-ancestors ${frameAncestors}`,
    "base-uri 'none'",
  ];
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
    body: bodyOf(page),
  };
}

function bodyOf({ language = ENGLISH, title, store, content }: Page): string {
  return html`<!doctype html>
    <html lang="${language.tag}" dir="${language.dir}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <main>
          ${store === null ? null : html`<p class="store"><bdi>${store}</bdi></p>`}
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html> `.text;
}
