import { useState } from 'preact/hooks';
import { date, t } from '../../i18n/index.js';
import { useAction, useLoad, usePolling } from '../../ui/load.js';
import { FailureNote, Waiting } from '../../ui/states.js';
import { TypedConfirm } from '../../ui/typed-confirm.js';
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
const Erase = ({ customer: { id, email, externalId }, onClose, onAsked }: EraseProps) => (
  <TypedConfirm
    title={t('privacy.eraseTitle')}
    hint={t('privacy.eraseHint')}
    what={email ?? externalId}
    action={t('privacy.erase')}
    onConfirm={async (confirm) => onAsked(await askPrivacy(id, { kind: 'customer_redact', confirm }))}
    onClose={onClose}
  />
);
