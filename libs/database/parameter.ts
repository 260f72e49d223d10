const SPECIAL = /["\\]/;

/**
 * A bind parameter for the driver. Lists become texts that Postgres reads as arrays here, because the driver needs
 * several times as long, which long lists of an import show. Lists with dates or bytes are left to the driver.
 */
export function parameterOf(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const elements: string[] = [];
  for (const element of value as readonly unknown[]) {
    const text = elementOf(element);
    if (text === undefined) return value;
    elements.push(text);
  }
  return `{${elements.join(',')}}`;
}

function elementOf(element: unknown): string | undefined {
  switch (typeof element) {
    case 'string':
      return `"${SPECIAL.test(element) ? element.replaceAll(/["\\]/g, String.raw`\$&`) : element}"`;
    case 'number':
    case 'boolean':
      return String(element);
    default:
      return element === null ? 'NULL' : undefined;
  }
}
