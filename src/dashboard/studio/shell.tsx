import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { brandId, chooseBrand } from './brand.js';
import { language, LANGUAGES, setLanguage, t } from './i18n/index.js';
import { href, leaving, parts } from './router.js';
import type { MessageKey } from './i18n/messages.js';
import { me, operatorSubject } from './session-state.js';
import { lookAfter, signOut } from './session.js';
import { setTheme, theme, THEMES } from './theme.js';
import { Icon, type IconName } from './ui/icon.js';
import { useAction } from './ui/load.js';
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

const STORE_PAGES: readonly NavigationLink[] = PLACES.map((place) => ({
  path: place === '' ? [] : [place],
  icon: ICONS[place],
  text: `nav.${place === '' ? 'home' : place}`,
}));

export interface NavigationLink {
  readonly path: readonly string[];
  readonly icon: IconName;
  readonly text: MessageKey;
  /** Leads out of the studio. */
  readonly target?: string;
}

/** The pages of a store, for its users and for an operator who looks after it. */
export function Shell({ children }: { readonly children: ComponentChildren }) {
  const [first = ''] = parts.value;
  return (
    <Frame
      name={me().name}
      label={t('shell.navigation')}
      choice={<BrandChoice />}
      links={STORE_PAGES}
      isCurrent={({ path }) => (path[0] ?? '') === first}
    >
      {operatorSubject() === null ? null : <Acting />}
      {children}
    </Frame>
  );
}

/** Most stores have one brand, and nothing to choose. */
function BrandChoice() {
  const { brands } = me();
  if (brands.length < 2) return null;
  return (
    <select
      class="brand-choice"
      aria-label={t('shell.brand')}
      value={brandId()}
      onChange={({ currentTarget }) => {
        const wanted = currentTarget.value;
        // The page may have a draft, and the person may stay.
        currentTarget.value = brandId();
        chooseBrand(wanted);
      }}
    >
      {brands.map(({ id, name }) => (
        <option key={id} value={id} dir="auto">
          {name}
        </option>
      ))}
    </select>
  );
}

/** Says for whom an operator acts. */
function Acting() {
  const leave = useAction(() => lookAfter(undefined, href('operator')));
  return (
    <div class="note warn row spread acting">
      <span>{t('acting.for', { store: me().name, subject: operatorSubject() ?? '' })}</span>
      <button type="button" aria-disabled={leave.running} onClick={() => leaving(() => void leave.run())}>
        {t('acting.leave')}
      </button>
    </div>
  );
}

interface FrameProps {
  readonly name: string;
  readonly label: string;
  /** What the store itself has to choose from. */
  readonly choice?: ComponentChildren;
  readonly links: readonly NavigationLink[];
  readonly isCurrent: (link: NavigationLink) => boolean;
  readonly children: ComponentChildren;
}

export function Frame({ children, ...navigation }: FrameProps) {
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
        <Navigation {...navigation} />
        <main id="main" class="page" tabIndex={-1} ref={main}>
          {children}
        </main>
      </div>
    </>
  );
}

function Navigation({ name, label, choice, links, isCurrent }: Omit<FrameProps, 'children'>) {
  const list = useRef<HTMLUListElement>(null);
  const current = links.findIndex(isCurrent);
  // On a narrow screen the list scrolls sideways.
  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <header class="nav">
      <div class="brand">
        <img src={logo} alt="" width="28" height="28" />
        <bdi>{name}</bdi>
      </div>
      {choice}
      <nav aria-label={label}>
        <ul ref={list}>
          {links.map((link) => (
            <li key={link.text}>
              <a href={href(...link.path)} target={link.target} aria-current={isCurrent(link) ? 'page' : undefined}>
                <Icon name={link.icon} />
                {t(link.text)}
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
  const [isOpen, setOpen] = useState(false);
  const id = useId();
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
      <button
        type="button"
        class="plain narrow-only"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={t('shell.more')}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="more" />
      </button>
      <div id={id} class={`more ${isOpen ? 'open' : ''}`}>
        <div class="segmented" role="group" aria-label={t('shell.theme')}>
          {THEMES.map((each) => (
            <button key={each} type="button" aria-pressed={theme.value === each} onClick={() => setTheme(each)}>
              {t(`theme.${each}`)}
            </button>
          ))}
        </div>
        {signedIn ? (
          <button type="button" class="plain" onClick={() => leaving(() => void signOut())}>
            {t('shell.signOut')}
          </button>
        ) : null}
      </div>
    </div>
  );
}
