import { useEffect, useRef } from 'preact/hooks';
import { t } from '../../i18n/index.js';
import { useLoad } from '../../ui/load.js';
import { SenderChecks } from '../../ui/sender-checks.js';
import { Loading } from '../../ui/states.js';
import { readSender } from './calls.js';

/** Whether mail programs will believe who the emails come from, and what to change where not. Other pages link here. */
export function Sender() {
  const sender = useLoad(readSender, []);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (sender.data === undefined || location.hash !== '#sender') return;
    heading.current?.scrollIntoView();
    heading.current?.focus();
  }, [sender.data !== undefined]);
  return (
    <section class="card stack" aria-labelledby="sender">
      <h2 id="sender" ref={heading} tabIndex={-1}>
        {t('store.sender')}
      </h2>
      <Loading from={sender}>{({ checks }) => <SenderChecks checks={checks} />}</Loading>
    </section>
  );
}
