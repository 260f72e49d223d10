import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { HOLE } from './statement-trees.js';

const ROOT = join(import.meta.dirname, '../..');

export interface SourceFile {
  /** Relative to the root of the project, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** A string or template of the source. Placeholders of the same length replace interpolations, to keep offsets. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
  readonly lineAt: (index: number) => number;
  /** The name of the function that is called with the text as its first argument. */
  readonly givenTo: string | undefined;
}

const isProduction = (path: string): boolean =>
  path.endsWith('.ts') && !path.endsWith('.spec.ts') && !path.includes('/migrations/');

/** The code of the service, without tests and migrations: both may use every table. */
export const productionFiles = (): SourceFile[] => filesIn('src');

/** As `productionFiles`, with the libraries, which write statements for tables that are named to them. */
export const filesWithSql = (): SourceFile[] => [...productionFiles(), ...filesIn('libs')];

const filesIn = (folder: string): SourceFile[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => relative(ROOT, join(ROOT, folder, path)).replaceAll('\\', '/'))
    .filter(isProduction)
    .sort()
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

export const parsed = ({ path, text }: SourceFile): ts.SourceFile =>
  ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);

/** All strings and templates of the file, including those inside other templates. */
export function textsOf(file: SourceFile): SourceText[] {
  const source = parsed(file);
  const texts: SourceText[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const start = node.getStart() + 1;
      texts.push({
        path: file.path,
        text: contentOf(node, file.text),
        lineAt: (index) => source.getLineAndCharacterOfPosition(start + index).line + 1,
        givenTo: calleeOf(node),
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

function contentOf(node: ts.Node, source: string): string {
  const start = node.getStart() + 1;
  let content = source.slice(start, node.end - 1);
  if (!ts.isTemplateExpression(node)) return content;
  for (const { expression } of node.templateSpans) {
    // From `${` to the closing brace.
    const [from, to] = [expression.pos - 2 - start, source.indexOf('}', expression.end) + 1 - start];
    const hole = HOLE + content.slice(from + 1, to).replaceAll(/[^\n]/g, ' ');
    content = content.slice(0, from) + hole + content.slice(to);
  }
  return content;
}

function calleeOf(node: ts.Node): string | undefined {
  const call = node.parent;
  if (!ts.isCallExpression(call) || call.arguments[0] !== node || !ts.isIdentifier(call.expression)) return undefined;
  return call.expression.text;
}
