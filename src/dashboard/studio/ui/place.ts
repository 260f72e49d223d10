import { commas, hasMessage, said, t } from '../i18n/index.js';

/** A JSON pointer in words: `/steps/0/subject` is “Email 1, Subject”. */
export function placeSaid(pointer: string): string {
  const parts = pointer.split('/').slice(1);
  if (parts.length === 0) return t('place.whole');
  const words = parts.map((part, index) => {
    if (!/^\d+$/.test(part)) return part === 'steps' && parts.length > 1 ? '' : fieldSaid(part);
    const n = Number(part) + 1;
    return t(parts[index - 1] === 'steps' ? 'place.email' : 'place.number', { n });
  });
  return commas(words.filter((word) => word !== ''));
}

/** The name that the pages show, where they have the field. */
export function fieldSaid(field: string): string {
  const key = ['field', 'criteria', 'joint'].map((kind) => `${kind}.${field}`).find(hasMessage);
  return key ? t(key) : said('editor', field);
}

/** Moves the focus to the field of a pointer, or to the nearest one around it. False where the page shows none. */
export function focusPlace(pointer: string): boolean {
  for (let place = pointer; place !== ''; place = place.slice(0, place.lastIndexOf('/'))) {
    const [field] = document.getElementsByName(place);
    if (field) {
      field.focus();
      return true;
    }
  }
  return false;
}
