/** Why events may not be sent to the address; undefined where they may. Connections check the address once more. */
export function refusalOf(text: string, allowed: readonly string[]): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) return 'must be a URL';
  if (url.username !== '' || url.password !== '') return 'must not have a user or a password';
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  if (url.protocol === 'https:') return undefined;
  return url.protocol === 'http:' && allowed.includes(`${url.hostname}:${port}`) ? undefined : 'must be https';
}
