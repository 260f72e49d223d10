import { t } from '../i18n/index.js';
import { href } from '../router.js';
import { Page } from '../ui/page.js';

export const NotFound = () => (
  <Page title={t('notFound.title')} intro={t('notFound.hint')}>
    <a class="button" href={href()}>
      {t('nav.home')}
    </a>
  </Page>
);
