import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { language, LANGUAGES, setLanguage, t } from './i18n/index.js';
import { href, parts } from './router.js';
import { me } from './session-state.js';
import { signOut } from './session.js';
import { setTheme, theme, THEMES } from './theme.js';
import { Icon, type IconName } from './ui/icon.js';
import logo from './icon.svg';

const PLACES = ['', 'segments', 'sequences', 'images', 'customers', 'store'] as const;
const ICONS: Readonly<Record<(typeof PLACES)[number], IconName>> = {
  '': 'home',
  segments: 'people',
  sequences: 'mail',
  images: 'image',
  customers: 'person',
  store: 'store',
};

export function Shell({ children }: { readonly children: ComponentChildren }) {
  const main = useRef<HTMLElement>(null);
  return (
    <>
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {t('shell.skip')}
      </a>
      <div class="shell">
        <Navigation />
        <main id="main" class="page" tabIndex={-1} ref={main}>
          {children}
        </main>
      </div>
    </>
  );
}

function Navigation() {
  const [first = ''] = parts.value;
  return (
    <header class="nav">
      <div class="brand">
        <img src={logo} alt="" width="28" height="28" />
        <bdi>{me().name}</bdi>
      </div>
      <nav aria-label={t('shell.navigation')}>
        <ul>
          {PLACES.map((place) => (
            <li key={place}>
              <a href={href(...(place === '' ? [] : [place]))} aria-current={first === place ? 'page' : undefined}>
                <Icon name={ICONS[place]} />
                {t(`nav.${place === '' ? 'home' : place}`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <Choices />
    </header>
  );
}

/** What belongs to the person, not to the store. */
export function Choices({ signedIn = true }: { readonly signedIn?: boolean }) {
  return (
    <div class="nav-end">
      <select
        aria-label={t('shell.language')}
        value={language.value}
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.value;
          if (chosen in LANGUAGES) void setLanguage(chosen as keyof typeof LANGUAGES);
        }}
      >
        {Object.entries(LANGUAGES).map(([tag, name]) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </select>
      <div class="segmented wide-only" role="group" aria-label={t('shell.theme')}>
        {THEMES.map((each) => (
          <button key={each} type="button" aria-pressed={theme.value === each} onClick={() => setTheme(each)}>
            {t(`theme.${each}`)}
          </button>
        ))}
      </div>
      {signedIn ? (
        <button type="button" class="plain wide-only" onClick={() => void signOut()}>
          {t('shell.signOut')}
        </button>
      ) : null}
    </div>
  );
}
