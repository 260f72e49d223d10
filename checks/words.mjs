/**
 * Fails where words are misspelt (cspell with the project's list in checks/spelling.txt), or where comments, texts, test
 * titles, names or documents use a phrase or a word that docs/architecture/glossary.md replaces by another.
 *
 * Usage: npm run check:words [-- FOLDER-OR-FILE...]
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { EXCEPTIONS, KEPT_NAMES, NAMES, PHRASES, SPELLING_LIST } from './words.rules.mjs';

const root = join(import.meta.dirname, '..');
const asked = process.argv.slice(2);
const CODE = new Set(['.ts', '.mjs', '.cjs']);
const HASH_COMMENTS = new Set(['.yml', '.yaml', '.sh']);
const SKIPPED = new Set(['node_modules', 'dist', '.git', '.data', 'results', 'coverage']);
/** This check's own rules, and types that are generated from the API document, whose texts are checked at their place. */
const LEFT_OUT = new Set([
  ...['words.mjs', 'words.rules.mjs', 'words.spec.ts', 'spelling.txt'].map((name) => `checks/${name}`),
  'libs/client/schema.ts',
]);
const SQL = /\b(SELECT|INSERT|UPDATE|DELETE|FROM|WHERE|JOIN|VALUES|RETURNING|CREATE|ALTER|DROP|GRANT|ORDER BY)\b/;
/** Code in backticks, placeholders, paths and addresses, which are no prose. */
const QUOTED =
  /`[^`\n]*`|\{@link[^}]*\}|\{\w+\}|[^\s<>]+@[^\s<>]+|\]\([^)]*\)|\S*\/\S*|\S+\.(?:ts|md|mjs|cjs|sql|json|yml|com)\b/g;

const files = (asked.length > 0 ? asked.map((path) => resolve(path)) : [root])
  .flatMap((path) => (statSync(path).isDirectory() ? filesUnder(path) : [path]))
  .map((path) => relative(root, path).split(sep).join('/'))
  .filter((file) => !LEFT_OUT.has(file));
const mistakes = [...files.flatMap((file) => mistakesIn(file).toSorted(byLine)), ...unsortedList()];
for (const mistake of mistakes) process.stderr.write(`${mistake}\n`);
const misspelt = misspellings();
if (mistakes.length > 0) process.stderr.write(`${mistakes.length} words or phrases to replace\n`);
if (mistakes.length > 0 || misspelt) process.exitCode = 1;

function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.has(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesUnder(path) : [path];
  });
}

function mistakesIn(file) {
  const text = () => readFileSync(join(root, file), 'utf8');
  const kind = extname(file);
  if (CODE.has(kind)) return inCode(file, text());
  if (kind === '.md') return inProse(file, 'doc', withoutCodeBlocks(text()), 0, text());
  const isConfiguration = HASH_COMMENTS.has(kind) || /(^|\/)(Dockerfile|\.env\.example|run)$/.test(file);
  return isConfiguration ? inHashComments(file, text()) : [];
}

function byLine(one, other) {
  return Number(/:(\d+)/.exec(one)[1]) - Number(/:(\d+)/.exec(other)[1]);
}

function inHashComments(file, text) {
  const prose = text.replaceAll(/^(?!\s*#).*$/gm, blank).replaceAll('#', ' ');
  return inProse(file, 'comment', prose, 0, text);
}

/** Comments, texts and names of a source file. Literals are blanked out before comments are searched. */
function inCode(file, text) {
  const found = [];
  const names = new Map();
  let code = text;
  const blankOut = (from, to) => {
    code = code.slice(0, from) + blank(code.slice(from, to)) + code.slice(to);
  };
  const visit = (node) => {
    if (ts.isIdentifier(node) && !names.has(node.text)) names.set(node.text, node.getStart());
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || ts.isRegularExpressionLiteral(node)) {
      if (!ts.isRegularExpressionLiteral(node)) found.push(...inLiteral(file, node, text));
      for (const [from, to] of literalParts(node)) blankOut(from, to);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  for (const [name, at] of names) found.push(...inName(file, name, lineAt(text, at)));
  found.push(...inName(file, file, 1));
  for (const { 0: comment, index } of code.matchAll(/\/\*[\s\S]*?\*\/|\/\/.*(?:\n[ \t]*\/\/.*)*/g)) {
    const prose = comment.replaceAll(/^[ \t]*(?:\/\*\*?|\*\/|\*|\/\/)|\*\/$/gm, blank);
    found.push(...inProse(file, 'comment', prose, index, text));
  }
  return found;
}

/** The ranges of the literal's own characters. Interpolated expressions are code. */
function literalParts(node) {
  if (!ts.isTemplateExpression(node)) return [[node.getStart(), node.end]];
  return [node.head, ...node.templateSpans.map((span) => span.literal)].map((part) => [part.getStart(), part.end]);
}

/** Searches a literal. A text for people contains a space. Of an SQL statement, only the comments are prose. */
function inLiteral(file, node, text) {
  const whole = node.getText();
  if (SQL.test(whole)) {
    const comments = whole.replaceAll(/^(?:(?!--).)*(?:--)?/gm, blank);
    return inProse(file, 'comment', comments, node.getStart(), text);
  }
  const kind = isTestTitle(node) ? 'title' : 'text';
  return literalParts(node).flatMap(([from, to]) => {
    const part = text.slice(from, to);
    return /\w \w/.test(part) ? inProse(file, kind, part, from, text) : [];
  });
}

function isTestTitle(node) {
  return (
    ts.isCallExpression(node.parent) &&
    node.parent.arguments[0] === node &&
    /^(it|test|describe)\b/.test(node.parent.expression.getText())
  );
}

function inName(file, name, line) {
  if (KEPT_NAMES.has(name)) return [];
  return NAMES.filter(({ pattern, id }) => pattern.test(name) && !isExcepted(file, id)).map(
    ({ instead, pattern }) => `${file}:${line} name '${pattern.exec(name)[0]}' in ${name}: ${instead}`,
  );
}

function inProse(file, kind, quoted, offset, text) {
  const prose = quoted.replaceAll(QUOTED, blank);
  const found = PHRASES.filter(({ id, kinds }) => (!kinds || kinds.includes(kind)) && !isExcepted(file, id)).flatMap(
    ({ pattern, instead }) =>
      [...prose.matchAll(pattern)].map(({ 0: match, index }) => {
        const phrase = match.replaceAll(/\s+/g, ' ').trim();
        return `${file}:${lineAt(text, offset + index)} ${kind} '${phrase}': ${instead}`;
      }),
  );
  return kind === 'comment' ? [...found, ...longLines(file, quoted, offset, text)] : found;
}

function longLines(file, comment, offset, text) {
  const first = lineAt(text, offset);
  const lines = text.split('\n').slice(first - 1, first - 1 + comment.split('\n').length);
  return lines.flatMap((line, at) =>
    line.length > 120 && /^\s*(?:\/\/|\/?\*|#(?!\w+=))/.test(line)
      ? [`${file}:${first + at} comment longer than 120 characters`]
      : [],
  );
}

function isExcepted(file, id) {
  return EXCEPTIONS.some(({ where, rules }) => where.test(file) && (!rules || rules.includes(id)));
}

function withoutCodeBlocks(text) {
  return text.replaceAll(/^ *(```|~~~)[\s\S]*?^ *\1/gm, blank);
}

function blank(text) {
  return text.replaceAll(/[^\n]/g, ' ');
}

function lineAt(text, offset) {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

function unsortedList() {
  const words = readFileSync(join(root, SPELLING_LIST), 'utf8').trim().split('\n');
  const at = words.findIndex((word, index) => index > 0 && words[index - 1] >= word);
  return at < 0
    ? []
    : [`${SPELLING_LIST}:${at + 1} '${words[at]}' is out of order; one lower-case word a line, sorted`];
}

function misspellings() {
  const paths = files.filter((file) => /^(src|libs|test|bench|checks)\/|^[^.].*\.md$/.test(file));
  if (paths.length === 0) return false;
  const cspell = fileURLToPath(import.meta.resolve('cspell/bin'));
  const options = ['lint', '--no-progress', '--no-summary', '--no-must-find-files', '--show-suggestions'];
  return spawnSync(process.execPath, [cspell, ...options, ...paths], { cwd: root, stdio: 'inherit' }).status !== 0;
}
