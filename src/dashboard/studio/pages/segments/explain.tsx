import { useState } from 'preact/hooks';
import type { Schema } from '../../api.js';
import { dateTime, hasMessage, t } from '../../i18n/index.js';
import { Input } from '../../ui/form.js';
import { useAction } from '../../ui/load.js';
import { FailureNote } from '../../ui/states.js';
import { explain } from './calls.js';
import { nameOf } from './registry.js';
import { shown } from './value.js';

type Explanation = Schema<'ExplanationAnswer'>;

/** Why a person is in the segment, or not. */
export function Explain({ id }: { readonly id: string }) {
  const [email, setEmail] = useState('');
  const [explanation, setExplanation] = useState<Explanation>();
  const search = useAction(async () => {
    setExplanation(undefined);
    setExplanation(await explain(id, email.trim()));
  });
  return (
    <section class="card stack" aria-labelledby="why">
      <h2 id="why">{t('explain.title')}</h2>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          if (email.trim() !== '') void search.run();
        }}
      >
        <Input label={t('customers.email')} type="email" value={email} onValue={setEmail} autocomplete="off" />
        <button type="submit">{t('explain.ask')}</button>
      </form>
      {search.failure ? <FailureNote failure={search.failure} /> : null}
      <div aria-live="polite">{explanation ? <Answer explanation={explanation} /> : null}</div>
    </section>
  );
}

export const Answer = ({ explanation: { member, tree, nextChangeAt } }: { readonly explanation: Explanation }) => (
  <div class="stack tight">
    <p>
      <strong>{member ? t('explain.in') : t('explain.out')}</strong>{' '}
      {nextChangeAt === null ? '' : t('explain.changes', { when: dateTime(nextChangeAt) })}
    </p>
    <ul>
      <Node node={tree} />
    </ul>
  </div>
);

type ExplanationNode = Schema<'ExplanationNode'>;

function Node({ node: { key, holds, value, fact, children } }: { readonly node: ExplanationNode }) {
  const joint = `joint.${key}`;
  return (
    <li class="stack tight">
      <span>
        <span aria-hidden="true">{holds ? '✓' : '✗'}</span>{' '}
        <span class="sr">{holds ? t('explain.holds') : t('explain.fails')}</span>
        {children && hasMessage(joint) ? t(joint) : nameOf(key)}
        {children ? null : (
          <span class="quiet">
            {value === undefined || value === true ? '' : ` ${shown(value)}`}
            {fact === undefined ? '' : ` · ${t('explain.fact', { fact: shown(fact) })}`}
          </span>
        )}
      </span>
      {children ? (
        <ul class="tree">
          {children.map((child, index) => (
            <Node key={index} node={child} />
          ))}
        </ul>
      ) : null}
    </li>
  );
}
