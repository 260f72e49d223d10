import type { OpenAPIObject } from '@nestjs/swagger';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** A line for each operation: its name and its route. */
export const operationLines = ({ paths }: OpenAPIObject): string[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const name = item[method]?.operationId;
      return name === undefined ? [] : [`${name} ${method.toUpperCase()} ${path}`];
    }),
  );

/** The list with the new names added. What the list has stays: only a person may remove a promise to clients. */
export const grownList = (list: string, document: OpenAPIObject): string =>
  [...new Set([...list.split('\n').filter(Boolean), ...operationLines(document)])]
    .toSorted()
    .map((line) => `${line}\n`)
    .join('');
