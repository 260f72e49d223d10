import { useState } from 'preact/hooks';
import { date, t } from '../../i18n/index.js';
import { Dialog } from '../../ui/dialog.js';
import { Input } from '../../ui/form.js';
import { useAction, useLoad, usePolling } from '../../ui/load.js';
import { FailureNote, Waiting } from '../../ui/states.js';
import { askPrivacy, type CustomerDetail, getPrivacyRequest, type PrivacyRequest } from './calls.js';

/** What an owner may ask for in the name of a customer: all data as a file, or the erasure. */
export function Privacy({ customer }: { readonly customer: CustomerDetail }) {
  const [asked, setAsked] = useState<PrivacyRequest>();
  const [isErasing, setErasing] = useState(false);
  const request = useLoad(() => (asked ? getPrivacyRequest(asked.id) : Promise.resolve(undefined)), [asked?.id]);
  const now = request.data ?? asked;
  usePolling(now?.status === 'pending', request.reload);
  const gather = useAction(async () => setAsked(await askPrivacy(customer.id, { kind: 'data_request' })));
  return (
    <section class="card stack" aria-labelledby="privacy">
      <h2 id="privacy">{t('privacy.title')}</h2>
      <p class="small quiet">{t('privacy.hint')}</p>
      {gather.failure ? <FailureNote failure={gather.failure} /> : null}
      <div role="status">{now ? <Progress request={now} /> : null}</div>
      {now?.kind === 'customer_redact' ? null : (
        <div class="row">
          <button type="button" aria-disabled={gather.running} onClick={() => void gather.run()}>
            {t('privacy.export')}
          </button>
          <button type="button" class="danger" onClick={() => setErasing(true)}>
            {t('privacy.erase')}
          </button>
        </div>
      )}
      {isErasing ? (
        <Erase
          customer={customer}
          onClose={() => setErasing(false)}
          onAsked={(request) => {
            setErasing(false);
            setAsked(request);
          }}
        />
      ) : null}
    </section>
  );
}

function Progress({ request: { id, kind, status, exportExpiresAt } }: { readonly request: PrivacyRequest }) {
  if (status === 'pending') return <Waiting text={t('privacy.working')} />;
  if (kind === 'customer_redact') return <p class="note good">{t('privacy.erased')}</p>;
  if (exportExpiresAt === null) return <p class="note warn">{t('privacy.expired')}</p>;
  return (
    <p class="note good">
      <a href={`/retailer/privacy-requests/${id}/export`} download>
        {t('privacy.download')}
      </a>
      <span class="small">{t('privacy.until', { when: date(exportExpiresAt) })}</span>
    </p>
  );
}

interface EraseProps {
  readonly customer: CustomerDetail;
  readonly onClose: () => void;
  readonly onAsked: (request: PrivacyRequest) => void;
}

/** Nothing undoes an erasure, so the address has to be typed. */
function Erase({ customer: { id, email, externalId }, onClose, onAsked }: EraseProps) {
  const [typed, setTyped] = useState('');
  const wanted = email ?? externalId;
  const isTyped = typed.trim().toLowerCase() === wanted.toLowerCase();
  const erase = useAction(async () =>
    onAsked(await askPrivacy(id, { kind: 'customer_redact', confirm: typed.trim() })),
  );
  return (
    <Dialog title={t('privacy.eraseTitle')} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isTyped) void erase.run();
        }}
      >
        <p>{t('privacy.eraseHint')}</p>
        <Input label={t('privacy.type', { what: wanted })} value={typed} onValue={setTyped} autocomplete="off" />
        {erase.failure ? <FailureNote failure={erase.failure} /> : null}
        <div class="row">
          <button type="submit" class="danger" aria-disabled={!isTyped || erase.running}>
            {t('privacy.erase')}
          </button>
          <button type="button" onClick={onClose}>
            {t('cancel')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
