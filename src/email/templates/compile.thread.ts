import { serveTasks } from '#libs/worker-pool';
import type { MailLook, MailPicture } from '../mail-assets.js';
import type { MailSource } from '../mail-source.js';
import { type MadeMail, makeMail } from './make-mail.js';
import { beginIn, type PartCell } from './parts.js';

export interface CompileTasks {
  compile(
    source: MailSource,
    found: ReadonlyMap<string, MailPicture>,
    look: MailLook,
    part: PartCell,
  ): Promise<MadeMail>;
}

serveTasks({
  compile: (source, found, look, part) => makeMail(source, found, look, beginIn(part)),
} satisfies CompileTasks);
