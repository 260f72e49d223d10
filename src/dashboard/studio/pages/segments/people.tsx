import { t } from '../../i18n/index.js';
import { href } from '../../router.js';

interface Person {
  readonly customerId: string;
  readonly externalId: string;
  readonly email: string | null;
}

/** A few people, each with a link to what is known of them. */
export const People = ({ people }: { readonly people: readonly Person[] }) =>
  people.length === 0 ? (
    <p class="small quiet">{t('nobody')}</p>
  ) : (
    <ul class="small people">
      {people.map(({ customerId, externalId, email }) => (
        <li key={customerId}>
          <a href={href('customers', externalId)}>
            <bdi>{email ?? externalId}</bdi>
          </a>
        </li>
      ))}
    </ul>
  );
