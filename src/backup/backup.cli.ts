import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { backup } from './backup.js';
import { runCommand } from './command.js';
import { BackupError } from './manifest.js';

/** `npm run backup -- --to FOLDER [--without-images]` */
await runCommand(async (source) => {
  const options = { to: { type: 'string' }, 'without-images': { type: 'boolean', default: false } } as const;
  const { values } = parseArgs({ options });
  if (!values.to) throw new BackupError('Say where to: npm run backup -- --to FOLDER');
  const { schema, keys, images } = await backup(source, values.to, { images: !values['without-images'] });
  const files =
    'files' in images ? `${images.files} images (${images.bytes} bytes)` : `no images: they are at ${images.elsewhere}`;
  return `Backed up the database (${schema}) and ${files} to ${values.to}. Keep the ${keys.length} encryption keys elsewhere.`;
});
