import { date, t } from '../../i18n/index.js';
import { href } from '../../router.js';
import { useLoad } from '../../ui/load.js';
import { Page } from '../../ui/page.js';
import { Table, Tag } from '../../ui/parts.js';
import { Empty, Loading } from '../../ui/states.js';
import { listSequences, type Sequence } from './calls.js';
import { textOf } from './text-of.js';

export function SequenceList() {
  const sequences = useLoad(listSequences, []);
  const create = (
    <a class="button main" href={href('sequences', 'new')}>
      {t('sequences.new')}
    </a>
  );
  return (
    <Page title={t('nav.sequences')} intro={t('sequences.intro')} actions={create}>
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
                <a href={href('sequences', sequence.id)}>{sequence.name}</a>,
                textOf(sequence.segment, '–'),
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

export function SequenceState({ sequence: { pausedAt, trigger } }: { readonly sequence: Sequence }) {
  if (pausedAt !== null) return <Tag tone="warn">{t('sequences.paused')}</Tag>;
  return <Tag>{t(trigger === 'segment_entered' ? 'sequences.automatic' : 'sequences.manual')}</Tag>;
}
