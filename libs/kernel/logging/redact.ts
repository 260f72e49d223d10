/** Keys whose values are never logged, at every depth that pino's path patterns reach. */
export const SECRET_KEYS = [
  'authorization',
  'cookie',
  'accessToken',
  'access_token',
  'refreshToken',
  'refresh_token',
  'clientSecret',
  'client_secret',
  'password',
  'secret',
  'hmac',
  'signature',
  'email',
] as const;

const SECRETS_IN_TEXT: readonly (readonly [RegExp, string])[] = [
  [/eyJ[\w-]{6,}\.[\w-]{6,}\.[\w-]*/g, '[token]'],
  [/\bshp(?:at|rt|ca|ss|ua)_[\w-]+/g, '[token]'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 [token]'],
  [/\b(hmac|signature|code|token|ticket|access_token|refresh_token|client_secret)=[^&\s"']+/gi, '$1=[redacted]'],
  [/(\w+:\/\/[^/\s:@"]*):[^/\s@"]+@/g, '$1:[redacted]@'],
  [/[\w.%+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+/gi, '[email]'],
];

/** Removes tokens, signatures, passwords in URLs and email addresses from a line of text. */
export function redactText(line: string): string {
  return SECRETS_IN_TEXT.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);
}
