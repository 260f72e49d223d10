import { useState } from 'preact/hooks';
import type { Schema } from '../../api.js';
import { dateTime, hasMessage, t } from '../../i18n/index.js';
import { href } from '../../router.js';
import { Input } from '../../ui/form.js';
import { useAction } from '../../ui/load.js';
import { FailureNote } from '../../ui/states.js';
import { type Customer, findCustomers } from '../customers/calls.js';
import { nameOf as nameOfCustomer } from '../customers/name.js';
import { explain } from './calls.js';
import { nameOf } from './registry.js';
import { shown } from './value.js';

type Explanation = Schema<'ExplanationAnswer'>;

/** Why a person is in the segment, or not. The person is found by a part of the name or of the address. */
export function Explain({ id }: { readonly id: string }) {
  const [text, setText] = useState('');
  const [found, setFound] = useState<readonly Customer[]>();
  const [explained, setExplained] = useState<{ readonly of: Customer; readonly explanation: Explanation }>();
  const choose = async (of: Customer): Promise<void> => setExplained({ of, explanation: await explain(id, of.id) });
  const search = useAction(async () => {
    setExplained(undefined);
    const people = await findPeople(text.trim());
    setFound(people);
    const [only, another] = people;
    if (only && !another) await choose(only);
  });
  const pick = useAction(choose);
  const failure = search.failure ?? pick.failure;
  return (
    <section class="card stack" aria-labelledby="why">
      <h2 id="why">{t('explain.title')}</h2>
      <form
        class="row"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim().length > 1) void search.run();
        }}
      >
        <Input label={t('customers.search')} value={text} onValue={setText} autocomplete="off" />
        <button type="submit">{t('explain.ask')}</button>
      </form>
      {failure ? <FailureNote failure={failure} /> : null}
      <div class="stack" aria-live="polite">
        {found?.length === 0 ? <p class="quiet">{t('customers.none')}</p> : null}
        {found && found.length > 1 ? (
          <ul class="row">
            {found.map((person) => (
              <li key={person.id}>
                <button
                  type="button"
                  aria-pressed={explained?.of.id === person.id}
                  onClick={() => void pick.run(person)}
                >
                  <span>
                    <bdi>{nameOfCustomer(person)}</bdi>{' '}
                    {person.email === nameOfCustomer(person) ? null : <bdi class="small quiet">{person.email}</bdi>}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        ) : null}
        {explained ? (
          <>
            <p>
              <a href={href('customers', explained.of.id)}>
                <bdi>{nameOfCustomer(explained.of)}</bdi>
              </a>
            </p>
            <Answer explanation={explained.explanation} />
          </>
        ) : null}
      </div>
    </section>
  );
}

const MOST_FOUND = 8;

/** Somebody with exactly this address, else some of those whose name or address contains the text. */
async function findPeople(text: string): Promise<readonly Customer[]> {
  const { items } = await findCustomers({ q: text });
  const exact = items.filter(({ email }) => email?.toLowerCase() === text.toLowerCase());
  return exact.length > 0 ? exact : items.slice(0, MOST_FOUND);
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
