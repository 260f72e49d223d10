/**
 * Fails where the name of a file does not end in the role of its class (injectable, controller, module, entity, DTO),
 * and where two classes have the same name.
 *
 * Usage: npm run check:roles
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const ROLES = [
  'client',
  'controller',
  'dto',
  'entity',
  'filter',
  'guard',
  'handler',
  'interceptor',
  'mapper',
  'metrics',
  'module',
  'pipe',
  'queries',
  'repository',
  'service',
  'strategy',
  'sweep',
];

/** A pattern for the content of a file, and the role that its name must then have. */
const OWN_ROLE = [
  [/^@(Admin)?Controller\(/m, 'controller'],
  [/^@Module\(/m, 'module'],
  [/^@Entity\(/m, 'entity'],
  [/^ +@ApiProperty(Optional)?\(/m, 'dto'],
  [/^@Catch\(/m, 'filter'],
  [/^export class \w+ .*\bimplements (.*, )?CanActivate\b/m, 'guard'],
  [/^export class \w+ .*\bimplements (.*, )?NestInterceptor\b/m, 'interceptor'],
  [/^export class \w+ .*\bimplements (.*, )?PipeTransform\b/m, 'pipe'],
];

const root = join(import.meta.dirname, '..');
const files = ['src', 'libs'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && !file.endsWith('.d.ts'))
    .map((file) => `${folder}/${file}`),
);
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
const mistakes = [...[...texts].flatMap(withoutRole), ...sharedNames()];
for (const mistake of mistakes) process.stderr.write(`${mistake}\n`);
if (mistakes.length > 0) process.exitCode = 1;

function withoutRole([file, text]) {
  const role = basename(file, '.ts').split('.').slice(1).join('.');
  const wanted = OWN_ROLE.find(([sign]) => sign.test(text))?.[1];
  if (wanted && wanted !== role) return [`${file} must end in .${wanted}.ts: that is what it holds`];
  const isInjectable = /^@Injectable\(/m.test(text);
  return isInjectable && !ROLES.includes(role) ? [`${file} must end in its role: one of ${ROLES.join(', ')}`] : [];
}

function sharedNames() {
  const places = new Map();
  for (const [file, text] of texts) {
    for (const [, name] of text.matchAll(/^(?:export )?(?:default )?(?:abstract )?class (\w+)/gm)) {
      places.set(name, [...(places.get(name) ?? []), file]);
    }
  }
  return [...places]
    .filter(([, where]) => where.length > 1)
    .map(([name, where]) => `${where.length} classes are called ${name}: ${where.join(', ')}`);
}
