import type { ComponentChildren } from 'preact';
import { t } from '../../i18n/index.js';
import { href } from '../../router.js';
import { useLoad } from '../../ui/load.js';
import { usePages } from '../../ui/pages.js';
import { Table } from '../../ui/parts.js';
import { Empty, Loading } from '../../ui/states.js';

interface PeopleListProps<Item> {
  readonly title: string;
  /** What the list is about. It is loaded again when this changes. */
  readonly about: string;
  readonly load: (
    cursor: string | null,
  ) => Promise<{ readonly items: readonly Item[]; readonly nextCursor: string | null }>;
  readonly head: readonly string[];
  readonly rowOf: (item: Item) => readonly ComponentChildren[];
}

/** A list of people, page by page. */
export function PeopleList<Item>({ title, about, load, head, rowOf }: PeopleListProps<Item>) {
  const pages = usePages();
  const { cursor } = pages;
  const people = useLoad(() => load(cursor), [about, cursor]);
  return (
    <Loading from={people}>
      {({ items, nextCursor }) =>
        items.length === 0 ? (
          <Empty title={t('nobody')}>{t('people.none')}</Empty>
        ) : (
          <div class="stack">
            <Table caption={title} head={head} rows={items.map(rowOf)} />
            {pages.buttons(nextCursor)}
          </div>
        )
      }
    </Loading>
  );
}

interface PersonProps {
  readonly id: string;
  readonly email: string | null;
  readonly name?: string;
}

/** A link to the page of a customer. */
export const Person = ({ id, email, name = '' }: PersonProps) => (
  <a href={href('customers', id)}>
    <bdi>{name || (email ?? t('customers.noEmail'))}</bdi>
  </a>
);
