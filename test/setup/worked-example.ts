import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** One instruction of a page of docs/contributing with its code block. */
export interface Edit {
  readonly file: string;
  readonly place: 'create' | 'before' | 'after' | 'replace';
  /** The line that the place refers to, without its indentation. */
  readonly line: string;
  readonly code: string;
}

export interface WorkedExample {
  readonly edits: readonly Edit[];
  /** The spec files of the page's `npx vitest run`. */
  readonly specs: readonly string[];
}

const BLOCK = /(?<=(?:^|\n)([^\n]*)\n\n)```(\w+)\n([^]*?)```\n/g;
const CREATE = /^Create `([^`]+)`:$/;
const CHANGE = /^In `([^`]+)`, (?:(before|after)|(replace)) the line `([^`]+)`:$/;

/** Throws where a block of code has no instruction that says where the code goes. */
export function readExample(page: string): WorkedExample {
  const blocks = [...page.matchAll(BLOCK)].map(([, instruction = '', language = '', code = '']) => ({
    instruction,
    language,
    code,
  }));
  return {
    edits: blocks.filter(({ language }) => language === 'ts').map(readEdit),
    specs: blocks.flatMap(({ language, code }) =>
      language === 'sh' ? code.trim().replace('npx vitest run ', '').split(' ') : [],
    ),
  };
}

function readEdit({ instruction, code }: { instruction: string; code: string }): Edit {
  const [, created] = CREATE.exec(instruction) ?? [];
  if (created) return { file: created, place: 'create', line: '', code };
  const [, file, beside, replace, line] = CHANGE.exec(instruction) ?? [];
  const place = beside ?? replace;
  if (!file || !line || (place !== 'before' && place !== 'after' && place !== 'replace')) {
    throw new Error(`"${instruction}" does not say where the code below it goes`);
  }
  return { file, place, line, code };
}

/** Makes the edit in a copy of the repository. Throws where the line is missing or not the only one. */
export async function apply({ file, place, line, code }: Edit, copy: string): Promise<void> {
  const path = join(copy, file);
  if (place === 'create') {
    await mkdir(dirname(path), { recursive: true });
    return writeFile(path, code, { flag: 'wx' });
  }
  const lines = (await readFile(path, 'utf8')).split('\n');
  const found = lines.flatMap((text, index) => (text.trim() === line ? [index] : []));
  const [at] = found;
  if (at === undefined || found.length > 1) throw new Error(`${file} has ${found.length} lines "${line}", not one`);
  const added = code.split('\n').slice(0, -1);
  lines.splice(place === 'after' ? at + 1 : at, place === 'replace' ? 1 : 0, ...added);
  await writeFile(path, lines.join('\n'));
}
