import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { prepareRoles } from '../database/migrate.js';
import { runCommand } from './command.js';
import { BackupError } from './manifest.js';
import { restore } from './restore.js';

/** `npm run restore -- --from FOLDER [--replace]` */
await runCommand(async (source, { databaseUrl }) => {
  const { values } = parseArgs({ options: { from: { type: 'string' }, replace: { type: 'boolean', default: false } } });
  if (!values.from) throw new BackupError('Say where from: npm run restore -- --from FOLDER');
  const roles = async (): Promise<void> => {
    if (await prepareRoles(source.databaseUrl, databaseUrl)) return;
    throw new BackupError(
      'The roles rekindle_service and rekindle_tenant are missing, and this login may not create them.',
    );
  };
  const { createdAt, schema } = await restore(source, values.from, { replace: values.replace, prepareRoles: roles });
  return `Restored the backup of ${createdAt} (${schema}). Now follow docs/operations/backup-and-restore.md from "Empty Redis".`;
});
