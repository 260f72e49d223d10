import type { ComponentChildren } from 'preact';
import { number, percent } from '../i18n/index.js';

interface FigureProps {
  readonly label: string;
  readonly value: ComponentChildren;
  readonly href?: string;
}

export const Figure = ({ label, value, href }: FigureProps) => (
  <div class="figure">
    <span class="label">{label}</span>
    <span class="value">{href === undefined ? value : <a href={href}>{value}</a>}</span>
  </div>
);

export const Progress = ({ label, share }: { readonly label: string; readonly share: number }) => (
  <div class="stack tight">
    <div class="row spread small">
      <span>{label}</span>
      <span class="number">{percent(Math.round(share * 100) / 100)}</span>
    </div>
    <div
      class="progress"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
    >
      <div style={{ width: `${Math.min(100, share * 100)}%` }} />
    </div>
  </div>
);

export type Tone = 'good' | 'warn' | 'bad' | '';

export const Tag = ({ tone = '', children }: { readonly tone?: Tone; readonly children: ComponentChildren }) => (
  <span class={`tag ${tone}`}>{children}</span>
);

interface TableProps {
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly ComponentChildren[])[];
}

/** Longer texts may take several lines. */
const LONGEST_LINE = 28;

const classOf = (cell: ComponentChildren): string | undefined => {
  if (typeof cell !== 'string') return undefined;
  return cell.length <= LONGEST_LINE ? 'nowrap' : 'sentence';
};

/**
 * A table whose first column names the row. It scrolls sideways by itself, so it can be focused. On a phone each row is a
 * block with the names of the columns beside the values; the roles stay those of a table.
 */
export const Table = ({ caption, head, rows }: TableProps) => (
  <div class="table" tabIndex={0} role="group" aria-label={caption}>
    <table role="table">
      <thead role="rowgroup">
        <tr role="row">
          {head.map((each) => (
            <th key={each} scope="col" role="columnheader">
              {each}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((cells, row) => (
          <tr key={row} role="row">
            {cells.map((cell, column) =>
              column === 0 ? (
                <th key={column} scope="row" role="rowheader" class={classOf(cell)}>
                  {cell}
                </th>
              ) : (
                <td key={column} role="cell" class={classOf(cell)} data-column={head[column]}>
                  <span>{typeof cell === 'number' ? number(cell) : cell}</span>
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
