import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { render, type Values } from './template.js';

const CHART = join(import.meta.dirname, '../../docker/helm/rekindle');

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly spec: unknown;
}

export const defaults = (): Values => parse(readFileSync(join(CHART, 'values.yaml'), 'utf8')) as Values;

/** The text of all manifests, for the release `rekindle`. */
export function chartText(values: Values = defaults()): string {
  const { appVersion } = parse(readFileSync(join(CHART, 'Chart.yaml'), 'utf8')) as { appVersion: string };
  const folder = join(CHART, 'templates');
  const templates = readdirSync(folder)
    .toSorted()
    .map((file) => readFileSync(join(folder, file), 'utf8'));
  return render(templates, { Values: values, Release: { Name: 'rekindle' }, Chart: { AppVersion: appVersion } });
}

export const manifestsIn = (text: string): Manifest[] =>
  parseAllDocuments(text).flatMap((document) => {
    const [error] = document.errors;
    if (error) throw error;
    return document.contents === null ? [] : [document.toJS() as Manifest];
  });
