export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => string;
  readonly align?: 'left' | 'right';
}

/** Rows as aligned text, with the titles above a line. */
export function table<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lines = [columns.map(({ title }) => title), ...rows.map((row) => columns.map(({ cell }) => cell(row)))];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
  const texts = lines.map((line) =>
    line
      .map((cell, index) => {
        const width = widths[index] ?? 0;
        return columns[index]?.align === 'left' ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ')
      .trimEnd(),
  );
  return [texts[0], widths.map((width) => '-'.repeat(width)).join('  '), ...texts.slice(1)].join('\n');
}

export const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
export const decimals = (value: number, digits: number): string => value.toFixed(digits);
export const percent = (share: number): string => `${Math.round(share * 100)} %`;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
