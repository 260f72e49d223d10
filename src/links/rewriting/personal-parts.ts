/**
 * Data of the recipient that an author may put into a link. An address with such a part is stored with a mark in its
 * place, so that no stored address names a person and all recipients share one row.
 */
export interface PersonalParts {
  /** The recipient's discount code. */
  readonly code?: string | undefined;
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
}

/** In this order, because a name contains a first name. */
const KINDS = ['code', 'email', 'name', 'firstName', 'lastName'] as const satisfies readonly (keyof PersonalParts)[];

const markOf = (kind: string): string => `rk--${kind}--kr`;
const MARK = /rk--(code|email|name|firstName|lastName)--kr/gi;

interface Part {
  readonly value: string;
  readonly mark: string;
}

/** The texts to look for in the addresses of one email, each as it is and in the encodings of Liquid's filters. */
export function personalTexts(parts: PersonalParts): readonly Part[] {
  return KINDS.flatMap((kind) => {
    const value = parts[kind] ?? '';
    if (value.length < 2) return [];
    const encoded = encodeURIComponent(value);
    const mark = markOf(kind);
    return [...new Set([value, encoded, encoded.replaceAll('%20', '+')])].map((text) => ({ value: text, mark }));
  });
}

/** The characters that may stand beside a part of an address. */
const BESIDE = /[/?&#=:;,+]/;

/** The address with marks. A text counts only where it is a whole part: `Ann` is no part of `/annual-sale`. */
export function markPersonal(address: string, texts: readonly Part[]): string {
  let marked = address;
  for (const { value, mark } of texts) {
    for (let at = marked.indexOf(value); at >= 0; at = marked.indexOf(value, at + 1)) {
      const [before = '/', after = '/'] = [marked[at - 1], marked[at + value.length]];
      if (!BESIDE.test(before) || !BESIDE.test(after)) continue;
      marked = marked.slice(0, at) + mark + marked.slice(at + value.length);
      at += mark.length - 1;
    }
  }
  return marked;
}

/** Whether the address can be used as it is. */
export const isShared = (url: string): boolean => url.search(MARK) < 0;

/** The address for one person; undefined if a part of it is unknown. */
export function fillPersonal(url: string, parts: PersonalParts): string | undefined {
  let isWhole = true;
  const filled = url.replaceAll(MARK, (_, found: string) => {
    const kind = KINDS.find((known) => known.toLowerCase() === found.toLowerCase()) ?? 'code';
    const value = parts[kind];
    if (!value) isWhole = false;
    return encodeURIComponent(value ?? '');
  });
  return isWhole ? filled : undefined;
}
