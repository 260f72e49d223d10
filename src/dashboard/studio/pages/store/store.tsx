import { t } from '../../i18n/index.js';
import { isOwner } from '../../session-state.js';
import { Page } from '../../ui/page.js';
import { Connection } from './connection.js';
import { Deliveries } from './deliveries.js';
import { Sender } from './sender.js';
import { Settings } from './settings.js';
import { Suppressions } from './suppressions.js';
import { Team } from './team.js';
import { ModuleTokens } from './tokens.js';

export const Store = () => (
  <Page title={t('nav.store')} intro={t('store.intro')}>
    <div class="columns">
      <div class="stack">
        <Connection />
        <Settings />
        <Team />
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
