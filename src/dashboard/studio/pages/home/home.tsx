import { language, list, money, moneyRange, said, t } from '../../i18n/index.js';
import { href } from '../../router.js';
import { isOwner } from '../../session-state.js';
import { useLoad, usePolling } from '../../ui/load.js';
import { Page } from '../../ui/page.js';
import { Empty, Loading } from '../../ui/states.js';
import { TrendChart } from '../../ui/trend-chart.js';
import { type HomeFigures, readHome, readHomeStatus, readTrend } from './calls.js';
import { CustomerMap } from './customer-map.js';
import { isReading, Reading } from './reading.js';

const POLL_MS = 3_000;

/** A large store is counted for a second or two. Until then the rest of the page is there already. */
export function Home() {
  const status = useLoad(() => readHomeStatus(language.value), [language.value]);
  const home = useLoad(() => readHome(language.value), [language.value]);
  usePolling(home.data ? isReading(home.data.reading) : false, home.reload, POLL_MS);
  const known = home.data ?? status.data;
  return (
    <Page title={t('home.title')}>
      <div class="stack loose">
        {known ? <Reading reading={known.reading} reload={home.reload} /> : null}
        <Loading from={home}>
          {(figures) => <Lapsed lapsed={figures.lapsed} isReading={isReading(figures.reading)} />}
        </Loading>
        {known ? (
          <>
            <div class="columns">
              <Troubles troubles={known.troubles} />
              <Decisions decisions={known.decisions} />
            </div>
            <div class="columns wide">
              {home.data ? (
                <CustomerMap cells={home.data.rfm} currency={home.data.currency} />
              ) : (
                <section class="card" aria-hidden="true" />
              )}
              <WonBack wonBack={known.wonBack} />
            </div>
          </>
        ) : null}
      </div>
    </Page>
  );
}

/** The one sentence that matters: who has stopped ordering, what they are worth, and to whom to write first. */
interface LapsedProps extends Pick<HomeFigures, 'lapsed'> {
  readonly isReading: boolean;
}

function Lapsed({ lapsed, isReading }: LapsedProps) {
  const { days, customers, spent, mailable, first, criteria } = lapsed;
  // While orders are being read, nobody can tell that there are none.
  if (customers === 0 && isReading) return null;
  if (customers === 0) return <Empty title={t('home.nobody')}>{t('home.nobodyHint', { days })}</Empty>;
  return (
    <section class="stack measure" aria-label={t('home.lapsedTitle')}>
      <p class="lead">
        <a href={segmentOf(days, criteria)}>
          <strong>{t('home.lapsed', { n: customers, days })}</strong>
        </a>{' '}
        <a href={`${href('people')}?group=lapsed`}>
          {t('home.spent', { amount: money(spent.amount, spent.currency) })}
        </a>{' '}
        <a href={`${href('people')}?group=${first.customers > 0 ? 'first' : 'mailable'}`}>
          {first.customers > 0
            ? t('home.mailable', { n: first.customers })
            : t('home.mailableOnly', { n: mailable.customers })}
        </a>
      </p>
      <div class="row">
        <a class="button main" href={segmentOf(days, criteria)}>
          {t('home.seeThem')}
        </a>
      </div>
    </section>
  );
}

/** A new segment of the people with these criteria, with a name where there is one for so many days. */
function segmentOf(days: number, criteria: Readonly<Record<string, unknown>>): string {
  const proposal = new URLSearchParams({ criteria: JSON.stringify(criteria) });
  if (days === 90) proposal.set('name', t('start.lapsed'));
  return `${href('segments', 'new')}?${proposal}`;
}

type Trouble = HomeFigures['troubles'][number];

const MENDED_AT: Readonly<Record<Trouble['code'], () => string>> = {
  needs_reauth: () => href('store'),
  missing_scopes: () => href('store'),
  webhooks_refused: () => href('store'),
  sender_incomplete: () => href('images', 'brand'),
  sender_not_ready: () => `${href('store')}#sender`,
  deliveries_failed: () => href('store'),
};

/** What a trouble is about, where that says more than the text. */
const DETAILS: Readonly<Partial<Record<Trouble['code'], (what: string) => string>>> = {
  missing_scopes: (scope) => scope,
  webhooks_refused: (topic) => topic,
  sender_not_ready: (check) => said('check', check),
};

const Troubles = ({ troubles }: Pick<HomeFigures, 'troubles'>) => (
  <section class="card stack" aria-labelledby="broken">
    <h2 id="broken">{t('home.broken')}</h2>
    {troubles.length === 0 ? <p class="quiet">{t('home.brokenNone')}</p> : null}
    {troubles.map(({ code, about, grantUrl }) => {
      const detail = DETAILS[code];
      return (
        <div key={code} class="note warn stack tight">
          <a href={MENDED_AT[code]()}>{t(`trouble.${code}`)}</a>
          {detail ? <span class="small">{list(about.map(detail))}</span> : null}
          {grantUrl === null || !isOwner() ? null : (
            <div>
              <a class="button" href={grantUrl} target="_top">
                {t('trouble.grant')}
                {code === 'missing_scopes' ? <span class="sr"> {list(about)}</span> : null}
              </a>
            </div>
          )}
        </div>
      );
    })}
  </section>
);

const Decisions = ({ decisions }: Pick<HomeFigures, 'decisions'>) => (
  <section class="card stack" aria-labelledby="waiting">
    <h2 id="waiting">{t('home.waiting')}</h2>
    {decisions.length === 0 ? (
      <p class="quiet">{t('home.waitingNone')}</p>
    ) : (
      <ul class="stack tight">
        {decisions.map(({ kind, count, ids }) => (
          <li key={kind}>
            <a href={placeOf(kind, ids)}>{t(`decision.${kind}`, { n: count })}</a>
          </li>
        ))}
      </ul>
    )}
  </section>
);

/** A single thing is opened itself, several in their list. */
function placeOf(kind: HomeFigures['decisions'][number]['kind'], ids: readonly string[]): string {
  const [only, another] = ids;
  if (only === undefined || another !== undefined) return href(kind === 'image' ? 'images' : 'sequences');
  if (kind === 'image') return href('images', only);
  return kind === 'plan' ? href('sequences', only, 'send') : href('sequences', only);
}

function WonBack({ wonBack }: Pick<HomeFigures, 'wonBack'>) {
  const interval = wonBack?.revenue.incremental;
  const sequence = wonBack?.sequence;
  return (
    <section class="card stack" aria-labelledby="won-back">
      <h2 id="won-back">{t('home.wonBack')}</h2>
      {wonBack === null ? (
        <>
          <p class="quiet">{t('home.wonBackNone')}</p>
          <p>
            <a href={href('store')}>{t('home.holdBack')}</a>
          </p>
        </>
      ) : (
        <>
          {sequence ? (
            <p>
              <a href={href('sequences', sequence.id)}>{sequence.name}</a>
            </p>
          ) : null}
          {interval?.estimate && interval.low && interval.high ? (
            <p>
              <span class="figure">
                <a class="value" href={whoCameBack(wonBack.sequence)}>
                  {money(interval.estimate.amount, interval.estimate.currency)}
                </a>
              </span>{' '}
              <span class="quiet">{moneyRange(interval.low.amount, interval.high.amount, interval.high.currency)}</span>
            </p>
          ) : null}
          <Trend sequence={wonBack.sequence} />
          {wonBack.sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          <p>
            <a href={whoCameBack(wonBack.sequence)}>{t('home.whoCameBack')}</a>
          </p>
        </>
      )}
    </section>
  );
}

type Compared = NonNullable<HomeFigures['wonBack']>['sequence'];

const whoCameBack = (sequence: Compared): string =>
  sequence ? `${href('people')}?sequence=${encodeURIComponent(sequence.id)}` : href('people');

function Trend({ sequence }: { readonly sequence: Compared }) {
  const id = sequence?.id;
  const trend = useLoad(() => readTrend(id), [id]);
  return <Loading from={trend}>{(data) => <TrendChart trend={data} />}</Loading>;
}
