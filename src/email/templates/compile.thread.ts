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

/** Once with everything, so that no author's time goes by while code is loaded and compiled. */
const WARM_UP: MailSource = { subject: '{{ brand.name }}', body: '# A\n\n[b](https://x.example) {{ brand.name }}' };
await makeMail(WARM_UP, new Map(), {}, () => undefined);

serveTasks({
  compile: (source, found, look, part) => makeMail(source, found, look, beginIn(part)),
} satisfies CompileTasks);
