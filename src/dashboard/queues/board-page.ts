import { readFileSync } from 'node:fs';
import { html, Html } from '../../pages/html.js';

/** Where Bull Board lives. Its page resolves every address against it. */
export const BOARD_PATH = '/dashboard/queues';

/**
 * Bull Board's page, with its scripts and styles and then ours: its own template loads fonts from another host and has
 * inline styles, which our policy refuses. `own` is a page that names our script and style.
 */
export function boardPage(template: string, config: object, own = ''): string {
  const shipped = readFileSync(template, 'utf8');
  const scripts = namesIn(shipped, /src="(static\/js\/[\w.-]+\.js)"/g);
  const styles = namesIn(shipped, /href="(static\/css\/[\w.-]+\.css)"/g);
  const ownScripts = namesIn(own, /src="(\/dashboard\/assets\/[\w.-]+\.js)"/g);
  const ownStyles = namesIn(own, /href="(\/dashboard\/assets\/[\w.-]+\.css)"/g);
  // Nothing in the settings may end the element.
  const settings = new Html(JSON.stringify(config).replaceAll('<', '\\u003c'));
  return html`<!doctype html>
    <html lang="en" dir="ltr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <base href="${BOARD_PATH}/" />
        <title>Queues · Rekindle</title>
        <link rel="icon" type="image/svg+xml" id="fav-logo" href="static/images/logo.svg" />
        ${[...styles, ...ownStyles].map((name) => html`<link rel="stylesheet" href="${name}" />`)}
      </head>
      <body>
        <script id="__UI_CONFIG__" type="application/json">
          ${settings}
        </script>
        <div id="root"></div>
        ${scripts.map((name) => html`<script defer src="${name}"></script>`)}
        ${ownScripts.map((name) => html`<script type="module" src="${name}"></script>`)}
      </body>
    </html>`.text;
}

const namesIn = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);

/** The style of the board's icon of Redis, which stands inside the icon. The browser names the hash if it changes. */
const ICON_STYLE = "'sha256-r2N1TB/gHbBtBZFKg7ejmq1acVSREzucTAEw6ga4hoU='";

/** The board's own scripts, styles and answers, and nothing from any other host. */
export const BOARD_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${ICON_STYLE}`,
    "worker-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "form-action 'none'",
    "base-uri 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};
