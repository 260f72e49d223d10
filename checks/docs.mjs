/**
 * Fails where a Markdown page links to a file or heading that does not exist, or names a file of the project that does
 * not exist, where a page under docs/ cannot be reached by links from README.md, and where README.md is longer than 10
 * kB. File names in CHANGELOG.md are not checked, because it names files that existed at the time.
 *
 * A page that must name a file that is not there (one that its reader creates) says so in a comment of its own:
 * <!-- not there: src/example.ts -->
 *
 * Usage: npm run check:docs [-- FOLDER]
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';

const README_LIMIT = 10_000;
const SKIPPED = new Set(['node_modules', 'dist', 'coverage', '.git', '.data']);
const CODE = /(?<![\w./-])(?:src|libs|test|bench|checks|docs|docker)\/[\w./@*{},[\]-]*/g;

const root = resolve(process.argv[2] ?? join(import.meta.dirname, '..'));
const pages = new Map(markdownFiles('.').map((file) => [file, pageOf(readFileSync(join(root, file), 'utf8'))]));
const mistakes = [...[...pages].flatMap(mistakesOf), ...unreachable(), ...readmeSize()];
for (const mistake of mistakes) process.stderr.write(`${mistake}\n`);
if (mistakes.length > 0) process.exitCode = 1;

function markdownFiles(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = normalize(join(folder, entry.name));
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : markdownFiles(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

/** Links, heading anchors and code names of one page. Of fenced blocks, only diagrams are read. */
function pageOf(source) {
  const text = source.replaceAll(/^ *(```+|~~~+)[^]*?^ *\1 *$/gm, '');
  const prose = text.replaceAll(/`[^`\n]*`/g, '');
  return {
    links: [
      ...prose.matchAll(/\]\(<?([^\s)>]+)>?[^)]*\)/g),
      ...prose.matchAll(/^ *\[[^\]]+\]: *(\S+)/gm),
      ...prose.matchAll(/<(?:a|img)\b[^>]*?\b(?:href|src)="([^"]+)"/g),
    ].map(([, target]) => decodeURI(target)),
    anchors: anchorsOf(text),
    names: [...text.matchAll(/`([^`\n]+)`/g), ...source.matchAll(/^ *```mermaid\n([^]*?)^ *```/gm)].flatMap(
      ([, code]) => code.match(CODE) ?? [],
    ),
    absent: [...text.matchAll(/<!-- not there: ([^]*?) -->/g)].flatMap(([, names]) => names.split(/[\s,]+/)),
  };
}

/** The anchors that GitHub makes: small letters, dashes for spaces, no punctuation, a number for repeated headings. */
function anchorsOf(text) {
  const seen = new Map();
  const anchors = new Set([...text.matchAll(/\b(?:id|name)="([^"]+)"/g)].map(([, name]) => name));
  for (const [, heading] of text.matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
    const plain = heading.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1');
    const slug = plain
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-');
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    anchors.add(count === 0 ? slug : `${slug}-${count}`);
  }
  return anchors;
}

function mistakesOf([file, { links, names, absent }]) {
  return [
    ...links.flatMap((link) => deadLink(file, link)),
    // A changelog names files that existed at the time.
    ...(file === 'CHANGELOG.md' ? [] : names)
      .filter((name) => !absent.includes(name) && !isThere(name))
      .map((name) => `${file}: there is no \`${name}\``),
  ];
}

function deadLink(file, link) {
  if (/^[a-z][a-z+.-]*:/i.test(link) || link.startsWith('//')) return [];
  const [path, anchor] = link.split('#');
  const target = path === '' ? file : normalize(join(dirname(file), path));
  if (!existsSync(join(root, target))) return [`${file}: the link ${link} leads to no file`];
  const page = pages.get(target);
  return anchor && page && !page.anchors.has(anchor) ? [`${file}: the link ${link} leads to no heading`] : [];
}

/**
 * Whether the file exists. Of a name with braces, each expanded name has to exist; of a pattern with a star, the folder
 * before the star. `bench/results` is generated.
 */
function isThere(name) {
  const [, before = '', choices = '', after = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(name) ?? [];
  if (choices) return choices.split(',').every((choice) => isThere(`${before}${choice}${after}`));
  const path = name.replace(/[^/]*\*.*$/, '').replace(/[.,]+$/, '');
  return path.startsWith('bench/results') || existsSync(join(root, path));
}

function unreachable() {
  const reached = new Set(['README.md']);
  for (const file of reached) {
    for (const link of pages.get(file)?.links ?? []) {
      const target = normalize(join(dirname(file), link.split('#')[0]));
      const isFolder = existsSync(join(root, target)) && statSync(join(root, target)).isDirectory();
      const page = isFolder ? normalize(join(target, 'README.md')) : target;
      if (pages.has(page)) reached.add(page);
    }
  }
  return [...pages.keys()]
    .filter((file) => file.startsWith('docs/') && !reached.has(file))
    .map((file) => `${file}: no page that README.md leads to has a link to it`);
}

function readmeSize() {
  const { size } = statSync(join(root, 'README.md'));
  return size > README_LIMIT ? [`README.md has ${size} bytes; ${README_LIMIT} are allowed`] : [];
}
