import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface PageProps {
  readonly title: string;
  /** The page above this one. */
  readonly up?: { readonly href: string; readonly name: string };
  readonly intro?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

let isFirst = true;

/** Heading and content of a page. A new page moves the focus to its heading, as a newly loaded one would. */
export function Page({ title, up, intro, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isFirst) heading.current?.focus();
    isFirst = false;
  }, []);
  useEffect(() => {
    document.title = `${title} · Rekindle`;
  }, [title]);
  return (
    <>
      <header class="page-head">
        <div class="stack tight measure">
          <div>
            {up ? (
              <a class="crumb" href={up.href}>
                {up.name}
              </a>
            ) : null}
            <h1 tabIndex={-1} ref={heading}>
              {title}
            </h1>
          </div>
          {intro === undefined ? null : <p class="quiet">{intro}</p>}
        </div>
        {actions ? <div class="row actions">{actions}</div> : null}
      </header>
      {children}
    </>
  );
}
