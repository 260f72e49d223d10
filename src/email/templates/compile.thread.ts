import { serveTasks } from '#libs/worker-pool';
import type { MailLook, MailPicture } from './mail-assets.service.js';
import type { MailSource } from './mail-source.js';
import { type MadeMail, makeMail } from './make-mail.js';
import { beginIn, type PartCell } from './parts.js';
import type { BrandProfile } from './scope.js';

export interface CompileTasks {
  compile(
    source: MailSource,
    found: ReadonlyMap<string, MailPicture>,
    of: { readonly look: MailLook; readonly brand: BrandProfile },
    part: PartCell,
  ): Promise<MadeMail>;
}

/** Once with everything, so that no author's time goes by while code is loaded and compiled. */
const WARM_UP: MailSource = { subject: '{{ brand.name }}', body: '# A\n\n[b](https://x.example) {{ brand.name }}' };
const NO_BRAND: BrandProfile = { name: 'A', sender: {}, shopUrl: undefined, hosts: [] };
await makeMail(WARM_UP, new Map(), { look: {}, brand: NO_BRAND }, () => undefined);

serveTasks({
  compile: (source, found, of, part) => makeMail(source, found, of, beginIn(part)),
} satisfies CompileTasks);
