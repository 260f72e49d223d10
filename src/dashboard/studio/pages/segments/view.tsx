import { calendarDay, dateTime, number, t } from '../../i18n/index.js';
import { go, href, query } from '../../router.js';
import { me } from '../../session-state.js';
import { Input } from '../../ui/form.js';
import { useLoad, usePolling } from '../../ui/load.js';
import { Page } from '../../ui/page.js';
import { usePages } from '../../ui/pages.js';
import { Figure, Progress, Table } from '../../ui/parts.js';
import { RemoveButton } from '../../ui/remove-button.js';
import { Empty, Loading } from '../../ui/states.js';
import { endOfDay, toWallClock } from '../sequences/wall-clock.js';
import { getSegment, membersOf, removeSegment } from './calls.js';
import { Explain } from './explain.js';
import { RenameButton } from './rename-button.js';
import { summary } from './words.js';

export function SegmentView({ id }: { readonly id: string }) {
  const segment = useLoad(() => getSegment(id), [id]);
  usePolling(segment.data?.status === 'evaluating', segment.reload);
  const up = { href: href('segments'), name: t('nav.segments') };
  const actions = (
    <>
      <a
        class="button main"
        href={`${href('sequences', 'new')}?segment=${encodeURIComponent(segment.data?.name ?? '')}`}
      >
        {t('segments.write')}
      </a>
      <a class="button" href={href('segments', id, 'edit')}>
        {t('edit')}
      </a>
      {segment.data ? (
        <>
          <RenameButton segment={segment.data} onRenamed={segment.reload} />
          <RemoveButton
            name={segment.data.name}
            title={t('segments.removeTitle', { name: segment.data.name })}
            hint={t('segments.removeHint')}
            onRemove={async () => {
              await removeSegment(id);
              go(href('segments'));
            }}
          />
        </>
      ) : null}
    </>
  );
  return (
    <Page
      title={segment.data?.name ?? t('nav.segments')}
      up={up}
      intro={segment.data ? summary(segment.data.criteria) : undefined}
      actions={actions}
    >
      <Loading from={segment}>
        {(data) => (
          <div class="stack loose">
            {data.memberCount === null ? (
              <Progress label={t('segments.counting')} share={data.progress} />
            ) : (
              <div class="figures">
                <Figure label={t('segments.people')} value={number(data.memberCount)} href="#members" />
                {data.evaluatedAt === null ? null : (
                  <Figure label={t('segments.evaluated')} value={dateTime(data.evaluatedAt)} />
                )}
              </div>
            )}
            <Explain id={id} />
            {data.status === 'ready' ? <Members id={id} /> : null}
          </div>
        )}
      </Loading>
    </Page>
  );
}

/** A day as the address has it, or an empty text. */
const dayOf = (text: string | null): string =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : '';

/** Who is in the segment, or was at the end of a day of the store, which the address names: ?on=2026-01-31 */
function Members({ id }: { readonly id: string }) {
  const day = dayOf(query.value.get('on'));
  const pages = usePages();
  const zone = me().timeZone ?? 'UTC';
  const at = day === '' ? undefined : endOfDay(day, zone);
  const { cursor } = pages;
  const members = useLoad(() => membersOf(id, cursor, at), [id, cursor, at]);
  const csv = `/retailer/segments/${id}/members.csv${at === undefined ? '' : `?at=${at}`}`;
  return (
    <section class="stack" aria-labelledby="members">
      <div class="row spread">
        <h2 id="members">{day === '' ? t('segments.members') : t('segments.membersOn', { day: calendarDay(day) })}</h2>
        <a class="button" href={csv} download>
          {t('segments.csv')}
        </a>
      </div>
      <div class="row">
        <Input
          label={t('segments.onDay')}
          hint={t('segments.dayEnds', { zone })}
          type="date"
          value={day}
          max={toWallClock(new Date().toISOString(), zone).slice(0, 10)}
          onValue={(value) => {
            go(value === '' ? href('segments', id) : `${href('segments', id)}?on=${value}`, { replace: true });
            pages.toFirst();
          }}
        />
      </div>
      <Loading from={members}>
        {({ items, nextCursor }) =>
          items.length === 0 ? (
            <Empty title={day === '' ? t('nobody') : t('segments.nobodyOn', { day: calendarDay(day) })}>
              {t(day === '' ? 'segments.emptyHint' : 'segments.nobodyOnHint')}
            </Empty>
          ) : (
            <>
              <Table
                caption={t('segments.members')}
                head={[t('customers.email'), t('segments.since')]}
                rows={items.map(({ externalId, email, enteredAt }) => [
                  <a href={href('customers', externalId)}>
                    <bdi>{email ?? externalId}</bdi>
                  </a>,
                  dateTime(enteredAt),
                ])}
              />
              {pages.buttons(nextCursor)}
            </>
          )
        }
      </Loading>
    </section>
  );
}
