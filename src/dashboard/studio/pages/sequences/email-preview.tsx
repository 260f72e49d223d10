import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { number, t } from '../../i18n/index.js';
import { Check, Choice } from '../../ui/form.js';

const WIDTHS = [600, 375] as const;

interface EmailPreviewProps {
  readonly subject: string;
  readonly html: string;
  readonly bytes: number;
}

/** An email as its recipients see it: in a frame that can't reach the studio. */
export function EmailPreview({ subject, html, bytes }: EmailPreviewProps) {
  const [width, setWidth] = useState<string>('375');
  const [dark, setDark] = useState(false);
  const [images, setImages] = useState(true);
  return (
    <div class="stack">
      <p>
        <span class="quiet small">{t('preview.subject')}</span>
        <br />
        <strong>
          <bdi>{subject}</bdi>
        </strong>
      </p>
      <div class="row">
        <Choice
          label={t('preview.width')}
          value={width}
          options={WIDTHS.map((each) => [String(each), t('preview.pixels', { n: each })] as const)}
          onValue={setWidth}
        />
        <Check label={t('preview.dark')} checked={dark} onChecked={setDark} />
        <Check label={t('preview.images')} checked={images} onChecked={setImages} />
      </div>
      <EmailFrame html={html} width={Number(width)} dark={dark} images={images} />
      <p class="small quiet">{t('preview.size', { kb: number(bytes / 1024, { maximumFractionDigits: 0 }) })}</p>
    </div>
  );
}

interface EmailFrameProps {
  readonly html: string;
  readonly width: number;
  readonly dark: boolean;
  readonly images: boolean;
}

const LEAST_HEIGHT = 320;

function EmailFrame({ html, width, dark, images }: EmailFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(LEAST_HEIGHT);
  const [isReady, setReady] = useState(false);
  const stage = useRef<HTMLDivElement>(null);
  const scale = Math.min(1, useWidthOf(stage) / width);
  useEffect(() => {
    const listen = ({ source, data }: MessageEvent<unknown>): void => {
      if (source !== frame.current?.contentWindow || typeof data !== 'object' || data === null) return;
      if ('kind' in data && data.kind === 'frame-ready') setReady(true);
      if ('height' in data && typeof data.height === 'number') setHeight(Math.max(LEAST_HEIGHT, data.height + 2));
    };
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, []);
  useEffect(() => {
    // The frame's origin is opaque, so that no other target fits.
    if (isReady) frame.current?.contentWindow?.postMessage({ html, dark, images }, '*');
  }, [isReady, html, dark, images, width]);
  return (
    <div class="frame-stage" role="group" aria-label={t('preview.title')}>
      <div ref={stage} class="frame-fit" style={{ height: `${Math.ceil(height * scale)}px` }}>
        <iframe
          ref={frame}
          class="frame"
          title={t('preview.title')}
          src="/dashboard/frame"
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
