import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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
  const { bytes, altText } = await make();
  await writeFile(join(FOLDER, `${name}.webp`), bytes);
  page.push(`## ${caption}`, '', `![${altText.replaceAll(/[[\]]/gu, '')}](${name}.webp)`, '');
  console.log(`${name}.webp ${(bytes.length / 1024).toFixed(0)} KiB`);
}
await writeFile(join(FOLDER, 'README.md'), `${page.join('\n').trimEnd()}\n`);
