const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Safe HTML. Make it with `html`, which escapes every text that is put in. */
export class Html {
  constructor(readonly text: string) {}
}

/** A template of HTML. It escapes texts, keeps HTML and lists of HTML, and shows null as nothing. */
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
