const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** HTML that is safe to show. Make it with `html`, which escapes every text that is put in. */
export class Html {
  constructor(readonly text: string) {}
}

/** A template of HTML: texts that are put in are escaped, HTML and lists of HTML are kept, null is nothing. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | Html | readonly Html[] | null)[]
): Html {
  return new Html(parts.map((part, index) => part + shown(values[index] ?? null)).join(''));
}

function shown(value: string | Html | readonly Html[] | null): string {
  if (value === null) return '';
  if (typeof value === 'string') return value.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
  return value instanceof Html ? value.text : value.map(({ text }) => text).join('');
}
