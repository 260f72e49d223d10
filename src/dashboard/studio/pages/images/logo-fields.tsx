import { t } from '../../i18n/index.js';
import { Field, Input } from '../../ui/form.js';

interface LogoFieldsProps {
  readonly url: string | null;
  readonly onUrl: (url: string | null) => void;
  readonly onFile: (file: File) => void;
}

/** The logo: where it is, or a file whose colours become a proposal. */
export const LogoFields = ({ url, onUrl, onFile }: LogoFieldsProps) => (
  <>
    <Input label={t('brand.logo')} type="url" value={url ?? ''} onValue={(text) => onUrl(text === '' ? null : text)} />
    <Field label={t('brand.logoFile')} hint={t('brand.logoFileHint')}>
      {(attributes) => (
        <input
          {...attributes}
          type="file"
          accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
          onChange={({ currentTarget: { files } }) => files?.[0] && onFile(files[0])}
        />
      )}
    </Field>
  </>
);

/** Says that the kit on the page is a proposal, and what could not be used of the store or the logo. */
export const Proposal = ({ notices }: { readonly notices: readonly string[] | undefined }) => (
  <div role="status">
    {notices ? (
      <div class="note">
        <p>{t('brand.proposed')}</p>
        {notices.map((notice) => (
          <p key={notice} class="small">
            {notice}
          </p>
        ))}
      </div>
    ) : null}
  </div>
);

/** The bytes of a file in base64. */
export function base64Of(file: File): Promise<string> {
  const reader = new FileReader();
  return new Promise((resolve, reject) => {
    reader.addEventListener('load', () =>
      resolve(typeof reader.result === 'string' ? reader.result.replace(/^.*?,/, '') : ''),
    );
    reader.addEventListener('error', () => reject(new Error(`${file.name} can't be read`)));
    reader.readAsDataURL(file);
  });
}
