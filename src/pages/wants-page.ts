const JSON_TYPES = ['application/problem+json', 'application/json'];

/** Whether the client is a browser: it accepts HTML, and prefers it to JSON. Programs do not name HTML. */
export function wantsPage(accept: string | undefined): boolean {
  const weights = new Map((accept ?? '').split(',').map(weighed));
  const page = weights.get('text/html') ?? 0;
  return page > 0 && JSON_TYPES.every((type) => (weights.get(type) ?? 0) < page);
}

/** One range of an Accept header with its weight (RFC 9110, 12.4.2). */
export function weighed(range: string): readonly [name: string, weight: number] {
  const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
  return [name, /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 0];
}
