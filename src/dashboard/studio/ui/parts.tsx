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
      <span class="number">{percent(share)}</span>
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

const isShort = (cell: ComponentChildren): boolean => typeof cell === 'string' && cell.length <= LONGEST_LINE;

/** A table whose first column names the row. It scrolls sideways by itself, so it can be focused. */
export const Table = ({ caption, head, rows }: TableProps) => (
  <div class="table" tabIndex={0} role="group" aria-label={caption}>
    <table>
      <thead>
        <tr>
          {head.map((each) => (
            <th key={each} scope="col">
              {each}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((cell, column) =>
              column === 0 ? (
                <th key={column} scope="row" class={isShort(cell) ? 'nowrap' : undefined}>
                  {cell}
                </th>
              ) : (
                <td key={column} class={isShort(cell) ? 'nowrap' : undefined}>
                  {typeof cell === 'number' ? number(cell) : cell}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
