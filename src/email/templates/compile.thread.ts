import { serveTasks } from '#libs/worker-pool';
import type { EmailLook, EmailImage } from './email-assets.service.js';
import type { EmailSource } from './email-source.dto.js';
import { type MadeEmail, makeEmail } from './make-email.js';
import { beginIn, type PartCell } from './parts.js';
import type { BrandProfile } from './scope.js';

export interface CompileTasks {
  compile(
    source: EmailSource,
    found: ReadonlyMap<string, EmailImage>,
    of: { readonly look: EmailLook; readonly brand: BrandProfile },
    part: PartCell,
  ): Promise<MadeEmail>;
}

/** Compiled at the start, so that loading code does not count towards the time limit of the first source. */
const WARM_UP: EmailSource = { subject: '{{ brand.name }}', body: '# A\n\n[b](https://x.example) {{ brand.name }}' };
const NO_BRAND: BrandProfile = { name: 'A', sender: {}, storeUrl: undefined, hosts: [] };
await makeEmail(WARM_UP, new Map(), { look: {}, brand: NO_BRAND }, () => undefined);

serveTasks({
  compile: (source, found, of, part) => makeEmail(source, found, of, beginIn(part)),
} satisfies CompileTasks);
