import { render } from 'preact';
import { App } from './app.js';
import { firstLanguage, setLanguage } from './i18n/index.js';
import { followLinks } from './router.js';
import { openSession } from './session.js';
import { applyTheme } from './theme.js';
import { keepFocus } from './ui/focus.js';

const root = document.getElementById('studio');
if (!root) throw new Error('the page has no place for the studio');
applyTheme();
followLinks();
keepFocus(root);
await setLanguage(firstLanguage());
// The page shows its name before this script has arrived.
root.replaceChildren();
render(<App />, root);
await openSession();
