import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Failure } from '../failure.js';
import { said, t } from '../i18n/index.js';
import type { Loaded } from './load.js';
import { Mistakes } from './mistakes.js';

const SOON_MS = 250;

/** Says that something is loading, but not for the moment that most answers take. */
export function Waiting({ text }: { readonly text?: string }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SOON_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p role="status" class={shown ? 'waiting' : 'sr'}>
      {text ?? t('state.loading')}
    </p>
  );
}

interface FailureNoteProps {
  readonly failure: Failure;
  readonly retry?: () => void;
  /** Shows the part of the page that has the field of a mistake. */
  readonly onShow?: (pointer: string) => void;
}

/** A refusal in words: what happened, what may be done, and the id for whoever helps. */
export function FailureNote({ failure, retry, onShow }: FailureNoteProps) {
  const { code, detail, errors, requestId } = failure;
  const own = said('problem', code);
  return (
    <div class="note bad" role="alert">
      <strong>{code === 'no_answer' ? t('state.away') : t('state.failed')}</strong>
      <p>{code === 'no_answer' ? t('state.awayHint') : own === code.replaceAll('_', ' ') ? detail || own : own}</p>
      {errors.length > 0 ? <Mistakes mistakes={errors} onShow={onShow} /> : null}
      <div class="row">
        {retry ? (
          <button type="button" onClick={retry}>
            {t('state.retry')}
          </button>
        ) : null}
        {code === 'no_answer' || !requestId ? (
          <span class="small quiet mono">{detail}</span>
        ) : (
          <span class="small quiet">{t('state.reference', { id: requestId })}</span>
        )}
      </div>
    </div>
  );
}

interface EmptyProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly action?: ComponentChildren;
}

/** An empty place that says what will be here and how to begin. */
export const Empty = ({ title, children, action }: EmptyProps) => (
  <div class="empty">
    <h2>{title}</h2>
    <p class="quiet measure">{children}</p>
    {action}
  </div>
);

/** Loaded data, or what stands in its place. Old data stays while it is loaded again. */
export function Loading<T>({
  from,
  children,
}: {
  readonly from: Loaded<T>;
  readonly children: (data: T) => ComponentChildren;
}) {
  const { data, failure, reload } = from;
  return (
    <>
      {failure ? <FailureNote failure={failure} retry={reload} /> : null}
      {data === undefined ? failure ? null : <Waiting /> : children(data)}
    </>
  );
}
