import { useState } from 'preact/hooks';
import { number, t } from '../../i18n/index.js';
import { EmailFrame } from '../../ui/email-frame.js';
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
