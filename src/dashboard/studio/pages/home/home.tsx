import { language, list, money, number, t } from '../../i18n/index.js';
import { href } from '../../router.js';
import { useLoad, usePolling } from '../../ui/load.js';
import { Page } from '../../ui/page.js';
import { Empty, Loading } from '../../ui/states.js';
import { type HomeFigures, readHome } from './calls.js';
import { CustomerMap } from './customer-map.js';

const POLL_MS = 3_000;

export function Home() {
  const home = useLoad(() => readHome(language.value), [language.value]);
  usePolling(home.data ? isReading(home.data) : false, home.reload, POLL_MS);
  return (
    <Page title={t('home.title')}>
      <Loading from={home}>
        {(figures) => (
          <div class="stack loose">
            <Reading backfill={figures.backfill} />
            <Lapsed lapsed={figures.lapsed} isReading={isReading(figures)} />
            <div class="columns">
              <Troubles troubles={figures.troubles} />
              <Decisions decisions={figures.decisions} />
            </div>
            <div class="columns wide">
              <CustomerMap cells={figures.rfm} currency={figures.currency} />
              <WonBack wonBack={figures.wonBack} />
            </div>
          </div>
        )}
      </Loading>
    </Page>
  );
}

const isReading = ({ backfill }: Pick<HomeFigures, 'backfill'>): boolean =>
  backfill.some(({ finishedAt }) => finishedAt === null);

/** The reading of past orders, while it goes on. */
function Reading({ backfill }: Pick<HomeFigures, 'backfill'>) {
  if (!isReading({ backfill })) return null;
  const records = backfill.reduce((sum, each) => sum + each.records, 0);
  return (
    <section class="note" role="status">
      <p class="waiting">{t('home.reading')}</p>
      <p>
        <strong class="number">{t('home.readingCount', { n: records })}</strong> {t('home.readingHint')}
      </p>
    </section>
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
  const segment = `${href('segments', 'new')}?criteria=${encodeURIComponent(JSON.stringify(criteria))}`;
  return (
    <section class="stack measure" aria-label={t('home.lapsedTitle')}>
      <p class="lead">
        <strong>{t('home.lapsed', { n: customers, days })}</strong>{' '}
        {t('home.spent', { amount: money(spent.amount, spent.currency) })}{' '}
        {first.customers > 0
          ? t('home.mailable', { n: first.customers })
          : t('home.mailableOnly', { n: mailable.customers })}
      </p>
      <div class="row">
        <a class="button main" href={segment}>
          {t('home.seeThem')}
        </a>
      </div>
    </section>
  );
}

type Trouble = HomeFigures['troubles'][number];

const MENDED_AT: Readonly<Record<Trouble['code'], readonly string[]>> = {
  needs_reauth: ['store'],
  missing_scopes: ['store'],
  webhooks_refused: ['store'],
  sender_incomplete: ['images', 'brand'],
  deliveries_failed: ['store'],
};

const Troubles = ({ troubles }: Pick<HomeFigures, 'troubles'>) => (
  <section class="card stack" aria-labelledby="broken">
    <h2 id="broken">{t('home.broken')}</h2>
    {troubles.length === 0 ? <p class="quiet">{t('home.brokenNone')}</p> : null}
    {troubles.map(({ code, about }) => (
      <div key={code} class="note warn">
        <a href={href(...MENDED_AT[code])}>{t(`trouble.${code}`)}</a>
        {code === 'missing_scopes' || code === 'webhooks_refused' ? <span class="small">{list(about)}</span> : null}
      </div>
    ))}
  </section>
);

const Decisions = ({ decisions }: Pick<HomeFigures, 'decisions'>) => (
  <section class="card stack" aria-labelledby="waiting">
    <h2 id="waiting">{t('home.waiting')}</h2>
    {decisions.length === 0 ? <p class="quiet">{t('home.waitingNone')}</p> : null}
    <ul class="stack tight">
      {decisions.map(({ kind, count, ids }) => (
        <li key={kind}>
          <a href={placeOf(kind, ids)}>{t(`decision.${kind}`, { n: count })}</a>
        </li>
      ))}
    </ul>
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
  return (
    <section class="card stack" aria-labelledby="won-back">
      <h2 id="won-back">{t('home.wonBack')}</h2>
      {wonBack === null ? <p class="quiet">{t('home.wonBackNone')}</p> : null}
      {interval?.estimate && interval.low && interval.high ? (
        <p>
          <span class="figure">
            <span class="value">{money(interval.estimate.amount, interval.estimate.currency)}</span>
          </span>{' '}
          <span class="quiet">
            {number(Number(interval.low.amount))} – {money(interval.high.amount, interval.high.currency)}
          </span>
        </p>
      ) : null}
      {(wonBack?.sentences ?? []).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </section>
  );
}
