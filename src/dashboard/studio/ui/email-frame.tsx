import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../i18n/index.js';

interface EmailFrameProps {
  readonly html: string;
  readonly width: number;
  readonly dark: boolean;
  readonly images: boolean;
}

/** Until the email says how high it is. */
const FIRST_HEIGHT = 320;
const LEAST_HEIGHT = 80;

/**
 * An email in a frame that can't reach the studio. Where images are off, another address of the frame refuses them by its
 * policy: those of tags, of styles and of attributes.
 */
export function EmailFrame({ html, width, dark, images }: EmailFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(FIRST_HEIGHT);
  /** How many frames have said that they listen: one with images, another without, and so on. */
  const [ready, setReady] = useState(0);
  const stage = useRef<HTMLDivElement>(null);
  const scale = Math.min(1, useWidthOf(stage) / width);
  useEffect(() => {
    const listen = ({ source, data }: MessageEvent<unknown>): void => {
      if (source !== frame.current?.contentWindow || typeof data !== 'object' || data === null) return;
      if ('kind' in data && data.kind === 'frame-ready') setReady((before) => before + 1);
      if ('height' in data && typeof data.height === 'number') setHeight(Math.max(LEAST_HEIGHT, data.height));
    };
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, []);
  useEffect(() => {
    // The frame's origin is opaque, so that no other target fits.
    if (ready > 0) frame.current?.contentWindow?.postMessage({ html, dark }, '*');
  }, [ready, html, dark, width]);
  return (
    <div class="frame-stage" role="group" aria-label={t('preview.title')}>
      <div ref={stage} class="frame-fit" style={{ height: `${Math.ceil(height * scale)}px` }}>
        <iframe
          // A frame whose address changes would get an entry in the history of the tab.
          key={String(images)}
          ref={frame}
          class="frame"
          title={t('preview.title')}
          src={images ? '/dashboard/frame' : '/dashboard/frame?images=off'}
          sandbox="allow-scripts"
          style={{ width: `${width}px`, height: `${height}px`, transform: `scale(${scale})` }}
        />
      </div>
    </div>
  );
}

/** The width of the element in CSS pixels, also after it changes. Infinite until it is known. */
function useWidthOf(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(entry.contentRect.width);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return width;
}
