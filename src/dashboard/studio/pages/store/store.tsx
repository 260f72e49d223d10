import { useState } from 'preact/hooks';
import { date, dateTime, list, number, said, t } from '../../i18n/index.js';
import { isOwner, me } from '../../session-state.js';
import { Check, Input } from '../../ui/form.js';
import { useAction, useLoad } from '../../ui/load.js';
import { Page } from '../../ui/page.js';
import { Table, Tag } from '../../ui/parts.js';
import { FailureNote, Loading } from '../../ui/states.js';
import { type Brand, changeBrand, getBrand } from '../images/calls.js';
import { countUnpaidOrders, listDeliveries, readSender, readStore, readTeam, tryReplay } from './calls.js';
import { ModuleTokens } from './tokens.js';

export const Store = () => (
  <Page title={t('nav.store')} intro={t('store.intro')}>
    <div class="columns">
      <div class="stack">
        <Connection />
        <Settings />
        <Team />
      </div>
      <div class="stack">
        <Sender />
        <Deliveries />
        {isOwner() ? <ModuleTokens /> : null}
      </div>
    </div>
  </Page>
);

function Connection() {
  const store = useLoad(readStore, []);
  const unpaid = useAction(async (isCounted: boolean) => {
    await countUnpaidOrders(isCounted);
    store.reload();
  });
  const { externalId, status, missingScopes, installedAt, currency, timeZone, user } = me();
  return (
    <section class="card stack" aria-labelledby="connection">
      <h2 id="connection">{t('store.connection')}</h2>
      <p class="row">
        <Tag tone={status === 'installed' ? 'good' : 'bad'}>{said('store', status)}</Tag>
        <bdi class="quiet">{externalId}</bdi>
      </p>
      {status === 'needs_reauth' ? <p class="note bad">{t('store.reauth')}</p> : null}
      {missingScopes.length > 0 ? <p class="note warn">{t('store.scopes', { scopes: list(missingScopes) })}</p> : null}
      <p class="small quiet">
        {store.data ? `${t('store.topics', { n: store.data.webhooks.registered.length })} · ` : ''}
        {t('store.since', { date: date(installedAt) })} · {currency ?? '–'} · {timeZone ?? '–'} ·{' '}
        {said('role', user.role)}
      </p>
      {(store.data?.webhooks.problems ?? []).map((problem) => (
        <p key={problem} class="note warn small">
          {problem}
        </p>
      ))}
      {store.data ? (
        <Check
          label={t('settings.unpaid')}
          checked={store.data.settings.countUnpaidOrders}
          disabled={!isOwner()}
          onChecked={(checked) => void unpaid.run(checked)}
        />
      ) : null}
      {unpaid.failure ? <FailureNote failure={unpaid.failure} /> : null}
    </section>
  );
}

/** Whether mail programs will believe who the emails come from, and what to change where not. */
function Sender() {
  const sender = useLoad(readSender, []);
  return (
    <section class="card stack" aria-labelledby="sender">
      <h2 id="sender">{t('store.sender')}</h2>
      <Loading from={sender}>
        {({ checks }) => (
          <ul class="stack tight">
            {checks.map(({ name, status, detail, fix }) => (
              <li key={name} class="stack tight">
                <span class="row">
                  <Tag tone={status === 'passed' ? 'good' : status === 'failed' ? 'bad' : 'warn'}>
                    {said('check', status)}
                  </Tag>
                  <strong>{said('check', name)}</strong>
                </span>
                <span class="small quiet">{detail}</span>
                {fix ? <code class="mono note">{`${fix.host} ${fix.type} ${fix.value}`}</code> : null}
              </li>
            ))}
          </ul>
        )}
      </Loading>
    </section>
  );
}

function Settings() {
  const brand = useLoad(getBrand, []);
  return (
    <section class="card stack" aria-labelledby="settings">
      <h2 id="settings">{t('store.settings')}</h2>
      <Loading from={brand}>{(data) => <Rules key={data.version} brand={data} onSaved={brand.reload} />}</Loading>
    </section>
  );
}

function Rules({ brand, onSaved }: { readonly brand: Brand; readonly onSaved: () => void }) {
  const [settings, setSettings] = useState(brand.settings);
  const save = useAction(async () => {
    const { mailUnknownConsent, requireApprovedImages, globalHoldout } = settings;
    await changeBrand({
      settings: { mailUnknownConsent, requireApprovedImages, ...(globalHoldout ? { globalHoldout } : {}) },
    });
    onSaved();
  });
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void save.run();
      }}
    >
      <Check
        label={t('settings.unknownConsent')}
        checked={settings.mailUnknownConsent}
        disabled={!isOwner()}
        onChecked={(mailUnknownConsent) => setSettings({ ...settings, mailUnknownConsent })}
      />
      <Check
        label={t('settings.approvedImages')}
        checked={settings.requireApprovedImages}
        disabled={!isOwner()}
        onChecked={(requireApprovedImages) => setSettings({ ...settings, requireApprovedImages })}
      />
      <Input
        label={t('settings.holdout')}
        hint={t('editor.holdoutHint')}
        type="number"
        min="0"
        max="50"
        value={String(settings.globalHoldout?.percent ?? 0)}
        onValue={(percent) =>
          setSettings({
            ...settings,
            globalHoldout: { ...settings.globalHoldout, percent: Math.min(50, Number(percent)) },
          })
        }
      />
      {save.failure ? <FailureNote failure={save.failure} /> : null}
      {isOwner() ? (
        <div>
          <button type="submit" aria-disabled={save.running}>
            {t('save')}
          </button>
        </div>
      ) : (
        <p class="small quiet">{t('settings.owner')}</p>
      )}
    </form>
  );
}

function Team() {
  const team = useLoad(readTeam, []);
  if (!team.data || team.data.length === 0) return null;
  return (
    <section class="card stack" aria-labelledby="team">
      <h2 id="team">{t('store.team')}</h2>
      <ul class="stack tight">
        {team.data.map(({ id, email, role }) => (
          <li key={id} class="row">
            <bdi>{email ?? id}</bdi>
            {role === null ? null : <Tag>{role}</Tag>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Messages of the platform that could not be worked on. */
function Deliveries() {
  const failed = useLoad(() => listDeliveries('failed'), []);
  const [outcome, setOutcome] = useState('');
  const replay = useAction(async (id: string) => {
    const answer = await tryReplay(id);
    setOutcome(JSON.stringify(answer));
  });
  return (
    <section class="card stack" aria-labelledby="deliveries">
      <h2 id="deliveries">{t('store.deliveries')}</h2>
      <Loading from={failed}>
        {(items) =>
          items.length === 0 ? (
            <p class="quiet">{t('store.noFailed')}</p>
          ) : (
            <Table
              caption={t('store.deliveries')}
              head={[t('store.topic'), t('store.received'), t('store.attempts'), t('store.try')]}
              rows={items.map(({ id, topic, receivedAt, attempts }) => [
                topic,
                dateTime(receivedAt),
                number(attempts),
                <button type="button" onClick={() => void replay.run(id)}>
                  {t('store.try')}
                  <span class="sr"> {topic}</span>
                </button>,
              ])}
            />
          )
        }
      </Loading>
      {replay.failure ? <FailureNote failure={replay.failure} /> : null}
      <p role="status" class="small mono">
        {outcome}
      </p>
    </section>
  );
}
