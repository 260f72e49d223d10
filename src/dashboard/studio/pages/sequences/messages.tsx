import { useEffect, useRef } from 'preact/hooks';
import { dateTime, said, t } from '../../i18n/index.js';
import { href, query } from '../../router.js';
import { useLoad } from '../../ui/load.js';
import { usePages } from '../../ui/pages.js';
import { Table } from '../../ui/parts.js';
import { Loading } from '../../ui/states.js';
import { messagesOf, type Step, type Wanted } from './calls.js';
import { subjectOf } from './rules.js';

const STATES = ['queued', 'sending', 'sent', 'failed', 'skipped', 'unknown', 'maybe'] as const;

interface MessagesProps {
  readonly run: string;
  /** The list is read again when it changes. */
  readonly state: string;
  /** The emails of the sequence, whose subjects name them. */
  readonly steps: readonly Step[];
  /** Names the whole list. */
  readonly title: string;
}

/** The recipients of a run, each with what became of the email and why. The address may ask for some of them. */
export function Messages({ run, state, title, steps }: MessagesProps) {
  const wanted = wantedOf(query.value);
  const pages = usePages();
  const { cursor } = pages;
  const messages = useLoad(
    () => messagesOf(run, cursor, wanted),
    [run, cursor, state, wanted.state, wanted.reason, wanted.clicked],
  );
  const some = nameOf(wanted);
  const heading = useRef<HTMLHeadingElement>(null);
  // The figure that was pressed may be far above the list.
  useEffect(() => {
    if (some !== undefined) heading.current?.focus();
  }, [some]);
  return (
    <section class="stack" aria-labelledby="messages">
      <div class="row spread">
        <h2 id="messages" tabIndex={-1} ref={heading}>
          {some === undefined ? title : t('runs.some', { which: some })}
        </h2>
        {some === undefined ? null : <a href={location.pathname}>{t('runs.showAll')}</a>}
      </div>
      <Loading from={messages}>
        {({ items, nextCursor }) => (
          <>
            <Table
              caption={title}
              head={[t('customers.email'), t('runs.step'), t('sequences.state'), t('runs.due')]}
              rows={items.map(({ email, customerId, step, state: outcome, reason, sentAt, sendAt }) => [
                <Person email={email} customerId={customerId} />,
                subjectOf(step, steps),
                `${said('message', outcome)}${reason === null ? '' : `: ${said('reason', reason)}`}`,
                dateTime(sentAt ?? sendAt),
              ])}
            />
            {pages.buttons(nextCursor)}
          </>
        )}
      </Loading>
    </section>
  );
}

interface PersonProps {
  readonly email: string | null;
  readonly customerId: string | null;
}

function Person({ email, customerId }: PersonProps) {
  const name = <bdi>{email ?? t('customers.erased')}</bdi>;
  return customerId === null || email === null ? name : <a href={href('customers', customerId)}>{name}</a>;
}

function nameOf({ reason, state, clicked }: Wanted): string | undefined {
  if (reason) return said('reason', reason);
  if (state) return said('message', state);
  return clicked ? t('runs.clicked') : undefined;
}

function wantedOf(asked: URLSearchParams): Wanted {
  const state = STATES.find((each) => each === asked.get('state'));
  const reason = asked.get('reason');
  const isClicked = asked.get('clicked') === 'true';
  return {
    ...(state ? { state } : {}),
    ...(reason ? { reason } : {}),
    ...(isClicked ? { clicked: 'true' as const } : {}),
  };
}
