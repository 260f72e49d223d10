import { t } from '../../../i18n/index.js';
import { Tag, type Tone } from '../../../ui/parts.js';
import type { Import } from './calls.js';

const TONES: Readonly<Record<Import['state'], Tone>> = {
  awaiting_file: 'warn',
  uploaded: 'warn',
  running: 'warn',
  completed: 'good',
  cancelled: '',
  failed: 'bad',
  undone: '',
};

/** A dry run that has ended has written nothing, so the import is not done. */
export const isTried = ({ state, work }: Import): boolean => state === 'completed' && work === 'dry_run';

export const ImportState = ({ found }: { readonly found: Import }) =>
  isTried(found) ? (
    <Tag tone="warn">{t('importState.tried')}</Tag>
  ) : (
    <Tag tone={TONES[found.state]}>{t(`importState.${found.state}`)}</Tag>
  );
