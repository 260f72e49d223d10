import { api, ask, type Schema } from '../../api.js';
import { hasMessage, t } from '../../i18n/index.js';

/** One key of the criteria language, as the service describes it. */
export type Criterion = Schema<'CriterionAnswer'>;
export type Registry = ReadonlyMap<string, Criterion>;

/** The keys of the criteria, from the service itself: a new key appears here without a change of the studio. */
export async function readRegistry(): Promise<Registry> {
  const { keys } = await ask(api.GET('/retailer/criteria', {}));
  return new Map(keys.map((criterion) => [criterion.key, criterion]));
}

/** The name of a key in the current language; a key that the studio does not know yet has the service's words. */
export function nameOf(key: string, criterion?: Criterion): string {
  const known = `criteria.${key}`;
  if (hasMessage(known)) return t(known);
  return criterion?.text ?? key.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
}
