import { t } from '../../i18n/index.js';
import { parts } from '../../router.js';
import { session } from '../../session-state.js';
import { Frame, type NavigationLink } from '../../shell.js';
import { NotFound } from '../not-found.js';
import { Actions } from './actions.js';
import { Deliveries } from './deliveries.js';
import { Health } from './health.js';
import { RetailerView } from './retailer.js';
import { Retailers } from './retailers.js';
import { SignIn } from './sign-in.js';

const LINKS: readonly NavigationLink[] = [
  { path: ['operator'], icon: 'store', text: 'nav.retailers' },
  { path: ['operator', 'deliveries'], icon: 'inbox', text: 'nav.deliveries' },
  { path: ['operator', 'actions'], icon: 'list', text: 'nav.actions' },
  { path: ['operator', 'health'], icon: 'pulse', text: 'nav.health' },
  { path: ['queues'], icon: 'layers', text: 'nav.queues', target: '_blank' },
];

/** The pages of the people who run the service. An operator without a store sees them at every address. */
export function Operator() {
  if (session.value.kind === 'ended') return <SignIn />;
  const [first = '', second = '', id = ''] = parts.value;
  const place = first === 'operator' ? second : '';
  return (
    <Frame
      name={t('operator.title')}
      label={t('operator.pages')}
      links={LINKS}
      isCurrent={({ path: [area, page = ''] }) => area === 'operator' && page === place}
    >
      <Place key={place + id} place={place} id={id} />
    </Frame>
  );
}

function Place({ place, id }: { readonly place: string; readonly id: string }) {
  switch (place) {
    case '':
      return <Retailers />;
    case 'retailers':
      return <RetailerView id={id} />;
    case 'deliveries':
      return <Deliveries />;
    case 'actions':
      return <Actions />;
    case 'health':
      return <Health />;
    default:
      return <NotFound />;
  }
}
