/**
 * Mends what Bull Board's page lacks for screen readers: names of its buttons, a heading, and images that repeat the
 * text beside them.
 */
const NAMES: Readonly<Record<string, string>> = {
  maximize: 'Full screen',
  minimize: 'Leave full screen',
  settings: 'Settings',
  'ellipsis-vertical': 'More',
  ellipsis: 'More',
};

function mend(root: ParentNode): void {
  for (const title of root.querySelectorAll('header > a > span[title]')) {
    title.setAttribute('role', 'heading');
    title.setAttribute('aria-level', '1');
  }
  for (const image of root.querySelectorAll('header > a > img')) image.setAttribute('alt', '');
  for (const button of root.querySelectorAll('button')) name(button);
}

/** A button that has only an icon is named by it. */
function name(button: Element): void {
  const icon = button.querySelector('svg');
  // An icon may hold a style, which is text too.
  const hasText = [...button.childNodes].some((node) => node !== icon && node.textContent?.trim());
  if (!icon || hasText || button.hasAttribute('aria-label')) return;
  const kind = [...icon.classList].find((each) => each.startsWith('lucide-'))?.slice('lucide-'.length);
  button.setAttribute('aria-label', kind === undefined ? 'Redis' : (NAMES[kind] ?? kind.replaceAll('-', ' ')));
  icon.setAttribute('aria-hidden', 'true');
}

mend(document);
new MutationObserver(() => mend(document)).observe(document.body, { childList: true, subtree: true });
