import { list, number, reasonSaid, said, t } from '../../../i18n/index.js';
import { Select } from '../../../ui/form.js';
import { Table } from '../../../ui/parts.js';
import type { Mapping, Preview } from './calls.js';

interface MappingProps {
  readonly preview: Preview;
  readonly mapping: Mapping;
  readonly onMapping: (mapping: Mapping) => void;
}

const EXAMPLES = 3;

/** Which column of the file has what, with examples from its first lines. */
export const ColumnMapping = ({ preview, mapping, onMapping }: MappingProps) => (
  <section class="card stack" aria-labelledby="mapping">
    <h2 id="mapping">{t('mapping.title')}</h2>
    <p class="small quiet">{t('mapping.hint')}</p>
    <div class="mapping">
      {preview.targets.map(({ name, need }) => {
        const values = examplesOf(preview, mapping[name]);
        return (
          <Select
            key={name}
            label={need === 'optional' ? said('target', name) : `${said('target', name)} (${t(`mapping.${need}`)})`}
            hint={values.length === 0 ? undefined : t('mapping.example', { values: list(values) })}
            value={mapping[name] ?? ''}
            options={[
              ['', t('mapping.none')],
              ...columnsFor(preview, mapping[name]).map((column) => [column, column] as const),
            ]}
            onValue={(column) => onMapping(withColumn(mapping, name, column))}
          />
        );
      })}
    </div>
    {preview.refused.length > 0 ? <Refused refused={preview.refused} /> : null}
  </section>
);

const Refused = ({ refused }: Pick<Preview, 'refused'>) => (
  <div class="note warn small">
    <p>{t('mapping.wouldRefuse')}</p>
    <ul>
      {refused.map(({ line, pointer, ...why }) => {
        const rule = reasonSaid(why);
        return (
          <li key={line}>
            {pointer === ''
              ? t('mapping.refusedLine', { line, rule })
              : t('mapping.refused', { line, target: said('target', pointer.slice(1)), rule })}
          </li>
        );
      })}
    </ul>
  </div>
);

/** The first lines of the file as they are. */
export const FirstLines = ({ preview: { columns, rows } }: { readonly preview: Preview }) => (
  <section class="stack" aria-labelledby="first-lines">
    <h2 id="first-lines">{t('mapping.rows')}</h2>
    <Table
      caption={t('mapping.rows')}
      head={[t('mapping.line'), ...columns]}
      rows={rows.map((row, index) => [number(index + 1), ...row.map((cell) => <bdi>{cell}</bdi>)])}
    />
  </section>
);

/** A key of JSON lines may first occur below the lines that are shown. */
const columnsFor = ({ columns }: Preview, chosen: string | null | undefined): readonly string[] =>
  typeof chosen === 'string' && !columns.includes(chosen) ? [...columns, chosen] : columns;

const withColumn = (mapping: Mapping, target: string, column: string): Mapping => ({
  ...mapping,
  [target]: column === '' ? null : column,
});

function examplesOf({ columns, rows }: Preview, column: string | null | undefined): string[] {
  const place = typeof column === 'string' ? columns.indexOf(column) : -1;
  const cells = rows.map((row) => row[place] ?? '').filter((cell) => cell !== '');
  return [...new Set(cells)].slice(0, EXAMPLES);
}

/** The targets that still need a column. */
export function missingTargets({ targets }: Preview, mapping: Mapping): readonly string[] {
  const required = targets.filter(({ name, need }) => need === 'required' && typeof mapping[name] !== 'string');
  const either = targets.filter(({ need }) => need === 'one_of');
  const isServed = either.length === 0 || either.some(({ name }) => typeof mapping[name] === 'string');
  return [...required, ...(isServed ? [] : either)].map(({ name }) => name);
}
