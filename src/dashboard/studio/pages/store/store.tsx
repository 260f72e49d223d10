import { t } from '../../i18n/index.js';
import { lazy } from '../../lazy.js';
import { parts } from '../../router.js';
import { isOwner } from '../../session-state.js';
import { NotFound } from '../not-found.js';
import { Page } from '../../ui/page.js';
import { Connection } from './connection.js';
import { Deliveries } from './deliveries.js';
import { Exports, History } from './files.js';
import { Sender } from './sender.js';
import { Settings } from './settings.js';
import { Suppressions } from './suppressions.js';
import { Team } from './team.js';
import { ModuleTokens } from './tokens.js';

const Imports = lazy(async () => (await import('./imports/imports.js')).Imports);

/** store, store/imports, store/imports/{id} */
export function Store() {
  const [, place] = parts.value;
  if (place === undefined) return <Overview />;
  return place === 'imports' ? <Imports /> : <NotFound />;
}

const Overview = () => (
  <Page title={t('nav.store')} intro={t('store.intro')}>
    <div class="columns">
      <div class="stack">
        <Connection />
        <Settings />
        <Team />
        <History />
        {isOwner() ? <Exports /> : null}
      </div>
      <div class="stack">
        <Sender />
        <Deliveries />
        <Suppressions />
        {isOwner() ? <ModuleTokens /> : null}
      </div>
    </div>
  </Page>
);
