import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { TEXTS } from '../../../src/sequences/library/catalogue.js';
import { brandFiles } from './files.js';
import { EmailWindow, type View } from './email-window.js';
import { LETTERS } from './letters.js';
import { makeLetter } from './make-letter.js';

const VIEWS: readonly (readonly [suffix: string, view: View])[] = [
  ['600', { width: 600, dark: false, images: true }],
  ['375', { width: 375, dark: false, images: true }],
  ['375-dark', { width: 375, dark: true, images: true }],
];

/** Writes screenshots of the emails of the gallery, and the page that shows them. */
export async function drawEmails(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const emailWindow = await EmailWindow.open(await brandFiles());
  const page = [
    '# Gallery of emails',
    '',
    '`npm run gallery` writes this page with Debian’s Chromium. Two brands, their products and images are invented. The',
    'words are those of the [email templates](../../guides/email-templates.md) that come with the service, unchanged. Each',
    'email is shown on a wide screen, on a phone, and on a phone in dark mode. Some steps have an image that the store',
    'added; a step without one has its words on a band in the colour of the brand.',
    '',
  ];
  try {
    for (const letter of LETTERS) {
      const { subject, html, bytes } = await makeLetter(letter);
      const shown: string[] = [];
      for (const [suffix, view] of VIEWS) {
        await emailWindow.show(html, view);
        const file = `${letter.name}-${suffix}.webp`;
        const bytesOfImage = await sharp(await emailWindow.screenshot())
          .webp({ quality: 74, effort: 6 })
          .toBuffer();
        await writeFile(join(folder, file), bytesOfImage);
        const width = view.width === 600 ? 380 : 240;
        shown.push(`<img src="${file}" width="${width}" alt="${letter.name}, ${suffix}">`);
      }
      const caption = `${TEXTS.en[letter.template].name}, step \`${letter.step}\` (${letter.language})`;
      const about = `Subject: ${subject}. ${(bytes / 1024).toFixed(0)} kB of HTML.`;
      page.push(`## ${caption}`, '', about, '', shown.join('\n'), '');
      console.log(`${letter.name} ${bytes} bytes`);
    }
  } finally {
    await emailWindow.close();
  }
  await writeFile(join(folder, 'README.md'), `${page.join('\n').trimEnd()}\n`);
}
