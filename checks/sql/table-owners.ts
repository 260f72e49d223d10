import { dirname, join } from 'node:path/posix';
import ts from 'typescript';
import { parsed, type SourceFile, textsOf } from './source-texts.js';

/** A table's name and the folder of `src` whose entity declares it. */
export type Owners = ReadonlyMap<string, string>;

export interface Violation {
  readonly path: string;
  readonly line: number;
  readonly problem: string;
}

/** This folder lists all entities and owns none. */
const DATABASE = 'database';

const folderOf = (path: string): string => path.split('/')[1] ?? '';

/** Reads the owner of each table from the `@Entity({ name })` of the files. A table has one owner. */
export function ownersOf(files: readonly SourceFile[]): Owners {
  const owners = new Map<string, string>();
  for (const { path, text } of files) {
    for (const [, table = ''] of text.matchAll(/@Entity\(\{\s*name: '(\w+)'/g)) {
      const other = owners.get(table);
      if (other !== undefined) throw new Error(`${table} is declared in src/${other} and again in ${path}`);
      owners.set(table, folderOf(path));
    }
  }
  return owners;
}

/**
 * Finds SQL that names a table of another folder, and code that uses an entity of another folder other than as a type.
 * Entity files may use each other for foreign keys.
 */
export function foreignTables(file: SourceFile, files: readonly SourceFile[], owners: Owners): Violation[] {
  const folder = folderOf(file.path);
  const inSql = textsOf(file).flatMap(({ text, lineAt, givenTo }) => {
    const named = givenTo === 'each' ? [{ table: text, index: 0 }] : tablesIn(text, owners);
    return named.flatMap(({ table, index }) => {
      const owner = owners.get(table);
      if (owner === undefined || owner === folder) return [];
      return [{ path: file.path, line: lineAt(index), problem: inSqlProblem(table, owner) }];
    });
  });
  const mayImport = folder === DATABASE || file.path.endsWith('.entity.ts');
  return mayImport ? inSql : [...inSql, ...foreignEntities(file, files)];
}

const inSqlProblem = (table: string, owner: string): string =>
  `SQL names the table "${table}", whose owner is src/${owner}: use a query or a fragment that a *.queries.ts or ` +
  `*.sql.ts of src/${owner} exports, or add one there; a write is a method of src/${owner} that takes the transaction`;

/** Our tables that a text names where SQL expects a table. */
export function tablesIn(text: string, owners: Owners): { readonly table: string; readonly index: number }[] {
  const found: { table: string; index: number }[] = [];
  for (const place of TABLE_PLACES) {
    for (const { 1: table = '', index, 0: match } of text.matchAll(place)) {
      if (owners.has(table)) found.push({ table, index: index + match.indexOf(table) });
    }
  }
  return found;
}

/** All SQL of the project has its keywords in capitals, so prose such as "from orders" does not match. */
const TABLE_PLACES = [
  /\b(?:FROM|JOIN|INTO|UPDATE|USING|TABLE)\s+(?:ONLY\s+)?"?([a-z_]+)\b/g,
  // The second of a list of tables, with its alias.
  /,\s*([a-z_]+)\s+(?:AS\s+)?[a-z]\w*\s*(?=\b(?:WHERE|JOIN|LEFT|CROSS|ORDER|GROUP|FOR)\b|,|$)/g,
  // A fragment that is inserted after a FROM.
  /^\s*([a-z_]+)(?:\s+(?:AS\s+)?[a-z]\w*)?\s+(?:WHERE|JOIN)\b/g,
  /^\s*([a-z_]+)\s+[a-z]\s*$/g,
];

function foreignEntities(file: SourceFile, files: readonly SourceFile[]): Violation[] {
  const source = parsed(file);
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
    const target = join(dirname(file.path), statement.moduleSpecifier.text).replace(/\.js$/, '.ts');
    const bindings = statement.importClause?.namedBindings;
    if (folderOf(target) === folderOf(file.path) || !bindings || !ts.isNamedImports(bindings)) return [];
    if (statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword) return [];
    const entities = entitiesOf(files.find(({ path }) => path === target)?.text ?? '');
    return bindings.elements.flatMap(({ isTypeOnly, propertyName, name }) => {
      const imported = (propertyName ?? name).text;
      if (isTypeOnly || !entities.has(imported)) return [];
      const line = source.getLineAndCharacterOfPosition(statement.getStart()).line + 1;
      const owner = folderOf(target);
      const problem = `uses the entity ${imported}, whose owner is src/${owner}: ask a service or query of src/${owner}, or import only the type`;
      return [{ path: file.path, line, problem }];
    });
  });
}

const entitiesOf = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/@Entity\([^)]*\)\s*(?:@[^\n]*\s*)*export class (\w+)/g)].map(([, name = '']) => name));
