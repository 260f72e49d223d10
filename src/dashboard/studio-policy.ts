/** Sources of images: our own, and logos and product images of stores, which use https in production. */
const images = (publicUrl: string): string => `'self' data: https:${publicUrl.startsWith('https:') ? '' : ' http:'}`;

/** The headers of the studio's page: its own scripts and styles, our API, and nothing else. */
export const studioHeaders = (publicUrl: string, frameAncestors: string): Readonly<Record<string, string>> => ({
  ...COMMON,
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    `img-src ${images(publicUrl)}`,
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors}`,
  ].join('; '),
});

/**
 * The headers of the frame that shows emails. Emails have inline styles, so the frame allows them, in a sandbox whose
 * origin is opaque. Its ancestors are the studio and the sites that may show the studio. Without images, no tag, style
 * or attribute of an email can load one.
 */
export const emailFrameHeaders = (
  publicUrl: string,
  frameAncestors: string,
  withImages: boolean,
): Readonly<Record<string, string>> => ({
  ...COMMON,
  'content-security-policy': [
    "default-src 'none'",
    `script-src ${new URL(publicUrl).origin}`,
    "style-src 'unsafe-inline'",
    `img-src ${withImages ? images(publicUrl).replace("'self'", new URL(publicUrl).origin) : "'none'"}`,
    `font-src ${new URL(publicUrl).origin}`,
    'sandbox allow-scripts',
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors 'self' ${frameAncestors.replace("'none'", '')}`.trim(),
  ].join('; '),
});

const COMMON = {
  'content-type': 'text/html; charset=utf-8',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};
