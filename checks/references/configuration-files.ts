import type { Section, Variable } from '../../src/config/variable.js';
import { SECTIONS } from '../../src/config/variables.js';

const WIDTH = 120;

/**
 * Variables that docker-compose.yml does not pass on: the image or the file itself sets them, or only `migrate` needs
 * them.
 */
const NOT_HANDED_OVER = new Set([
  'DATABASE_OWNER_URL',
  'DATABASE_URL',
  'DATA_DIR',
  'HOST',
  'IMAGE_STORAGE_URL',
  'PORT',
  'PRIVATE_NETWORK',
  'REDIS_URL',
  'ROLE',
]);

const INTRODUCTION = `Settings of Rekindle. Copy this file to \`.env\` and remove the # from the lines that you want to set.

Outside production every setting has a default, so \`npm start\` works without a \`.env\`. The value behind a # below is that
default. With NODE_ENV=production the settings marked "required in production" have no default: the service refuses to start
and lists everything that is missing or wrong in one message. A variable of the shell overrides one of this file. An empty
value counts as not set.

This file is generated (\`npm run docs:write\`) from src/config/variables/.`;

/** The generated files by path. Each function turns the present text of the file into the generated one. */
export const CONFIGURATION_FILES: Readonly<Record<string, (present: string) => string>> = {
  '.env.example': () => envExample(),
  'docker-compose.yml': (present) => between(present, handedOver()),
  'docs/operations/configuration.md': () => configurationPage(),
};

function envExample(): string {
  const sections = SECTIONS.map(({ title, about, variables }) => {
    const head = `# --- ${title} `.padEnd(WIDTH - 1, '-');
    return [about ? `${head}\n${comment(about)}` : head, ...entriesOf(variables).map(setting)].join('\n\n');
  });
  return `${[comment(INTRODUCTION), ...sections].join('\n\n')}\n`;
}

const setting = ([name, variable]: readonly [string, Variable<unknown>]): string =>
  `${comment(explanation(variable))}\n#${name}=${defaultOf(variable) ?? ''}`;

function configurationPage(): string {
  const sections = SECTIONS.map(({ title, about, variables }) => {
    const rows = entriesOf(variables).map(([name, variable]) => {
      const { fallback, otherwise } = variable;
      const value = typeof fallback === 'string' ? `\`${fallback}\`` : (otherwise ?? (fallback ? 'generated' : ''));
      const cells = [
        `\`${name}\``,
        meaningOf(variable),
        variable.type.form ?? '',
        value,
        variable.required ? 'yes' : '',
      ];
      return `| ${cells.join(' | ')} |`;
    });
    const table = [`| ${COLUMNS.join(' | ')} |`, `|${' --- |'.repeat(COLUMNS.length)}`, ...rows];
    return [`## ${title}`, ...(about ? [sentences([about])] : []), table.join('\n')].join('\n\n');
  });
  return `${['# Configuration', PAGE_INTRODUCTION, ...sections].join('\n\n')}\n`;
}

const COLUMNS = ['Variable', 'Meaning', 'Form', 'Default', 'Required in production'];

const PAGE_INTRODUCTION =
  'Every environment variable that the service reads. Generated from `src/config/variables/` by `npm run docs:write`. ' +
  'Outside production no variable has to be set.';

function handedOver(): string {
  const names = SECTIONS.flatMap(({ variables }) =>
    entriesOf(variables).flatMap(([name, { single }]) => (single ? [name, single.name] : [name])),
  );
  return names
    .filter((name) => !NOT_HANDED_OVER.has(name))
    .map((name) => `  ${name}:\n`)
    .join('');
}

/** The text between the two marks of a file. */
function between(present: string, text: string): string {
  const [before, , after] = present.split(/(?<=# generated\n)([^]*?)(?= *# end of generated\n)/);
  if (before === undefined || after === undefined) throw new Error('the marks "# generated" are missing');
  return `${before}${text}${after}`;
}

const entriesOf = (variables: Section['variables']) => Object.entries(variables);

const defaultOf = ({ fallback }: Variable<unknown>): string | undefined =>
  typeof fallback === 'string' ? fallback : undefined;

function explanation(variable: Variable<unknown>): string {
  const { type, required, otherwise } = variable;
  return sentences([
    meaningOf(variable),
    type.form && sentence(type.form),
    required && 'Required in production.',
    otherwise && `Default: ${otherwise}.`,
  ]);
}

const meaningOf = ({ about, single }: Variable<unknown>): string =>
  sentences([about, single && `The older name ${single.name}, for a single value, still works.`]);

const sentences = (parts: readonly (string | false | undefined)[]): string =>
  parts.filter(Boolean).join(' ').replaceAll(/\s+/g, ' ');

const sentence = (form: string): string => `${form.charAt(0).toUpperCase()}${form.slice(1)}.`;

/** The text as lines of a comment, with an empty line between paragraphs. */
const comment = (text: string): string =>
  text
    .split('\n\n')
    .map((paragraph) => wrapped(sentences([paragraph])).join('\n'))
    .join('\n#\n');

function wrapped(paragraph: string): string[] {
  const lines: string[] = [];
  let line = '#';
  for (const word of paragraph.split(' ')) {
    if (line.length + 1 + word.length > WIDTH && line !== '#') {
      lines.push(line);
      line = '#';
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}
