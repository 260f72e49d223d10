import { t } from '../../i18n/index.js';
import { href } from '../../router.js';
import { SenderChecks } from '../../ui/sender-checks.js';
import type { Plan } from './calls.js';

/** Findings that fields of the brand kit mend. The others need a record of the DNS, or whoever runs the service. */
const IN_BRAND_KIT: ReadonlySet<string> = new Set(['no_sender', 'postal_address_missing']);

interface PlanSenderProps {
  readonly sender: Plan['sender'];
  readonly onAgain: () => void;
}

/** Why mail providers would not let the emails in, and what to do first. Nothing where every check passes. */
export const PlanSender = ({ sender: { failed, refused }, onAgain }: PlanSenderProps) =>
  failed.length === 0 ? null : (
    <section class="card stack" aria-labelledby="plan-sender">
      <h2 id="plan-sender">{t('review.sender')}</h2>
      <p class={`note ${refused ? 'bad' : 'warn'}`}>{t(refused ? 'review.senderRefused' : 'review.senderRisk')}</p>
      <SenderChecks checks={failed} />
      <div class="row">
        <button type="button" onClick={onAgain}>
          {t('review.senderAgain')}
        </button>
        {failed.some(({ code }) => IN_BRAND_KIT.has(code)) ? (
          <a class="button" href={href('images', 'brand')}>
            {t('brand.title')}
          </a>
        ) : null}
      </div>
    </section>
  );
