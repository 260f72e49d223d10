import { t } from '../../i18n/index.js';
import { href } from '../../router.js';
import { useLoad, usePolling } from '../../ui/load.js';
import { Page } from '../../ui/page.js';
import { Progress, Table } from '../../ui/parts.js';
import { Empty, Loading } from '../../ui/states.js';
import { listSegments, type Segment } from './calls.js';
import { summary } from './words.js';

export function SegmentList() {
  const segments = useLoad(listSegments, []);
  usePolling(segments.data?.some(({ status }) => status === 'evaluating') ?? false, segments.reload, 1_500);
  const create = (
    <a class="button main" href={href('segments', 'new')}>
      {t('segments.new')}
    </a>
  );
  return (
    <Page title={t('nav.segments')} intro={t('segments.intro')} actions={create}>
      <Loading from={segments}>
        {(items) =>
          items.length === 0 ? (
            <Empty title={t('segments.none')} action={create}>
              {t('segments.noneHint')}
            </Empty>
          ) : (
            <Table
              caption={t('nav.segments')}
              head={[t('segments.name'), t('segments.who'), t('segments.people')]}
              rows={items.map((segment) => [
                <a href={href('segments', segment.id)}>{segment.name}</a>,
                <span class="small quiet">{summary(segment.criteria)}</span>,
                <People segment={segment} />,
              ])}
            />
          )
        }
      </Loading>
    </Page>
  );
}

const People = ({ segment: { id, memberCount, progress } }: { readonly segment: Segment }) =>
  memberCount === null ? (
    <Progress label={t('segments.counting')} share={progress} />
  ) : (
    <a href={href('segments', id)}>{t('people', { n: memberCount })}</a>
  );
