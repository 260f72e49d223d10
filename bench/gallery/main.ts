import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasChromium } from '../support/chromium.js';
import { drawEmails } from './emails/draw.js';
import { EXAMPLES } from './examples.js';

/** Draws the images of docs/gallery. The same code draws the same bytes, so a diff shows a real change. */
const FOLDER = join('docs', 'gallery');

const page = [
  '# Gallery',
  '',
  '`npm run gallery` writes this page. The compositor draws everything itself, without an image service.',
  '',
];

await mkdir(FOLDER, { recursive: true });
for (const { name, caption, make } of EXAMPLES) {
  const { bytes, altText, matched } = await make();
  await writeFile(join(FOLDER, `${name}.webp`), bytes);
  const title = matched ? `${caption}, matched: ${matched}` : caption;
  page.push(`## ${title}`, '', `![${altText.replaceAll(/[[\]]/gu, '')}](${name}.webp)`, '');
  console.log(`${name}.webp ${(bytes.length / 1024).toFixed(0)} KiB`);
}
await writeFile(join(FOLDER, 'README.md'), `${page.join('\n').trimEnd()}\n`);
if (hasChromium) await drawEmails(join(FOLDER, 'emails'));
else console.log('The emails are left out, because Chromium is not installed.');
process.exit();
