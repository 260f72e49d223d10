import { Transform } from 'class-transformer';
import { isUUID, ValidateBy } from 'class-validator';
import { applyDecorators } from '@nestjs/common';

const KEYS = new Set(['id', 'href']);
const LONGEST_HREF = 2_000;

const isId = (value: unknown): boolean => typeof value === 'string' && isUUID(value, 'all');

function isImageRef(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return isId(value);
  const { id, href } = value as Record<string, unknown>;
  const isHref = href === undefined || (typeof href === 'string' && href.length > 0 && href.length <= LONGEST_HREF);
  return isId(id) && isHref && Object.keys(value).every((key) => KEYS.has(key));
}

/** Small letters are the same id. */
function lower(value: unknown): unknown {
  if (typeof value === 'string') return value.toLowerCase();
  if (typeof value !== 'object' || value === null || !('id' in value)) return value;
  return { ...value, id: lower(value.id) };
}

/** The id of an image, or `{ id, href }`: where in the store it leads is judged with the store's own hosts at hand. */
export const IsImageRef = (): PropertyDecorator =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => lower(value)),
    ValidateBy({
      name: 'isImageRef',
      validator: {
        validate: isImageRef,
        defaultMessage: () =>
          `$property must be the id of an image, or an object of \`id\` and \`href\` of at most ${LONGEST_HREF} characters`,
      },
    }),
  );
