/**
 * Keeps the place of somebody who uses the keyboard. A button that vanishes after it was pressed would take the focus
 * with it, and the Tab key would begin at the top again. Instead, what stood around the button gets the focus.
 */
export function keepFocus(root: Element): void {
  let around: readonly Element[] = [];
  root.addEventListener('focusin', ({ target }) => {
    around = target instanceof Element ? ancestorsOf(target, root) : [];
  });
  new MutationObserver(() => {
    const [focused] = around;
    if (document.activeElement !== document.body || !focused || focused.isConnected) return;
    const place = around.find((each) => each.isConnected);
    if (!(place instanceof HTMLElement)) return;
    if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  }).observe(root, { childList: true, subtree: true });
}

/** The element and those around it, the nearest first. */
function ancestorsOf(element: Element, root: Element): readonly Element[] {
  const found: Element[] = [];
  for (let each: Element | null = element; each && each !== root; each = each.parentElement) found.push(each);
  return found;
}
