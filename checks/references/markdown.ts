/** A table of Markdown. Cells may contain code, and a bar or a line break in a cell does not end it. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim();

export const page = (parts: readonly string[]): string => `${parts.filter(Boolean).join('\n\n')}\n`;

export const code = (text: string): string => `\`${text}\``;

/** The anchor that GitHub gives to a heading. */
export const anchor = (heading: string): string =>
  `#${heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(/\s/g, '-')}`;
