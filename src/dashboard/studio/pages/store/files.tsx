import { useState } from 'preact/hooks';
import { t } from '../../i18n/index.js';
import { href } from '../../router.js';
import { Select } from '../../ui/form.js';
import { useLoad } from '../../ui/load.js';
import { listSegments } from '../segments/calls.js';

/** The way to bring past orders of another system. */
export const History = () => (
  <section class="card stack" aria-labelledby="history">
    <h2 id="history">{t('imports.title')}</h2>
    <p class="small quiet">{t('imports.store')}</p>
    <div>
      <a class="button" href={href('store', 'imports')}>
        {t('imports.open')}
      </a>
    </div>
  </section>
);

const KINDS = ['customers', 'orders', 'executions', 'results'] as const;
const FORMATS = ['csv', 'jsonl', 'parquet'] as const;

/** Files of all that the store has here. */
export const Exports = () => (
  <section class="card stack" aria-labelledby="exports">
    <h2 id="exports">{t('exports.title')}</h2>
    <p class="small quiet">{t('exports.hint')}</p>
    <ul class="stack tight">
      {KINDS.map((kind) => (
        <FilesOf key={kind} name={t(`exports.${kind}`)} path={`/retailer/export/${kind}?`} />
      ))}
    </ul>
    <Members />
  </section>
);

/** The people of a segment that one chooses. */
function Members() {
  const segments = useLoad(listSegments, []);
  const [chosen, setChosen] = useState('');
  const [first] = segments.data ?? [];
  if (!first) return null;
  const id = chosen === '' ? first.id : chosen;
  return (
    <div class="stack tight">
      <Select
        label={t('exports.choose')}
        value={id}
        options={(segments.data ?? []).map((segment) => [segment.id, segment.name] as const)}
        onValue={setChosen}
      />
      <ul>
        <FilesOf name={t('exports.members')} path={`/retailer/export/members?segmentId=${id}&`} />
      </ul>
    </div>
  );
}

interface FilesOfProps {
  readonly name: string;
  /** The address up to the format. */
  readonly path: string;
}

const FilesOf = ({ name, path }: FilesOfProps) => (
  <li class="row spread pair">
    <span>{name}</span>
    <span class="row">
      {FORMATS.map((format) => (
        <a
          key={format}
          href={`${path}format=${format}`}
          aria-label={t('exports.as', { what: name, format: t(`format.${format}`) })}
          download
        >
          {t(`format.${format}`)}
        </a>
      ))}
    </span>
  </li>
);
