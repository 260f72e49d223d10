import { date, t } from '../../i18n/index.js';
import { href, query } from '../../router.js';
import { useLoad } from '../../ui/load.js';
import { Page } from '../../ui/page.js';
import { Table, Tag } from '../../ui/parts.js';
import { Empty, Loading } from '../../ui/states.js';
import { usePresentName } from '../segments/names.js';
import { listSequences, type Sequence } from './calls.js';
import { textOf } from './text-of.js';

export function SequenceList() {
  const sequences = useLoad(listSequences, []);
  const presentName = usePresentName();
  const image = query.value.get('image');
  const create = (
    <a class="button main" href={href('sequences', 'new')}>
      {t('sequences.new')}
    </a>
  );
  return (
    <Page title={t('nav.sequences')} intro={t('sequences.intro')} actions={create}>
      {image === null ? null : <p class="note">{t('images.useWhere')}</p>}
      <Loading from={sequences}>
        {(items) =>
          items.length === 0 ? (
            <Empty title={t('sequences.none')} action={create}>
              {t('sequences.noneHint')}
            </Empty>
          ) : (
            <Table
              caption={t('nav.sequences')}
              head={[
                t('sequences.name'),
                t('sequences.segment'),
                t('sequences.emails'),
                t('editor.trigger'),
                t('sequences.changed'),
              ]}
              rows={items.map((sequence) => [
                <a href={placeOf(sequence, image)}>{sequence.name}</a>,
                presentName(textOf(sequence.segment, '–')),
                sequence.steps.length,
                <SequenceState sequence={sequence} />,
                date(sequence.updatedAt),
              ])}
            />
          )
        }
      </Loading>
    </Page>
  );
}

/** Somebody who comes with an image goes on to the editor, which puts it in. */
const placeOf = ({ id }: Sequence, image: string | null): string =>
  image === null ? href('sequences', id) : `${href('sequences', id, 'edit')}?image=${encodeURIComponent(image)}`;

export function SequenceState({ sequence: { pausedAt, trigger, automatic } }: { readonly sequence: Sequence }) {
  if (automatic?.since === null) return <Tag tone="warn">{t('sequences.unapproved')}</Tag>;
  if (pausedAt !== null) return <Tag tone="warn">{t('sequences.paused')}</Tag>;
  return <Tag>{t(trigger === 'segment_entered' ? 'sequences.automatic' : 'sequences.manual')}</Tag>;
}
