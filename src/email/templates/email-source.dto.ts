import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { IsObject, isUUID, Length, ValidateBy, ValidateNested } from 'class-validator';
import { IfGiven, IsPlainText } from '../../api/fields.js';
import type { ImageRef } from './image-ref.js';

const IMAGE_ID = '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed';
export const LONGEST_SOURCE = 200_000;

const KEYS = new Set(['id', 'href', 'personal']);
const LONGEST_HREF = 2_000;

const isId = (value: unknown): boolean => typeof value === 'string' && isUUID(value, 'all');

function isImageRef(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return isId(value);
  const { id, href, personal } = value as Record<string, unknown>;
  const isHref = href === undefined || (typeof href === 'string' && href.length > 0 && href.length <= LONGEST_HREF);
  const isFlag = personal === undefined || typeof personal === 'boolean';
  return isId(id) && isHref && isFlag && Object.keys(value).every((key) => KEYS.has(key));
}

/** The same id in lower case. */
function lower(value: unknown): unknown {
  if (typeof value === 'string') return value.toLowerCase();
  if (typeof value !== 'object' || value === null || !('id' in value)) return value;
  return { ...value, id: lower(value.id) };
}

/**
 * The id of an image, or `{ id, href }`. Whether `href` is on a host of the store is checked when the email is
 * compiled.
 */
const IsImageRef = (): PropertyDecorator =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => lower(value)),
    ValidateBy({
      name: 'isImageRef',
      validator: {
        validate: isImageRef,
        defaultMessage: () =>
          `$property must be the id of an image, or an object of \`id\`, \`href\` of at most ${LONGEST_HREF} characters, and \`personal\``,
      },
    }),
  );

class LinkedImageAnswer {
  @ApiProperty({ format: 'uuid', example: IMAGE_ID })
  id!: string;

  @ApiPropertyOptional({
    example: 'https://shop.example/collections/new',
    description: "An address on one of the store's hosts",
  })
  href?: string;

  @ApiPropertyOptional({
    default: false,
    description:
      'Whether each recipient sees an image of their own: made after this banner, with their last product and the ' +
      'values of its words',
  })
  personal?: boolean;
}

const ApiImage = (place: string, leadsTo: string): PropertyDecorator =>
  ApiPropertyOptional({
    oneOf: [{ type: 'string', format: 'uuid' }, { $ref: getSchemaPath(LinkedImageAnswer) }],
    example: IMAGE_ID,
    description: `\`{{ ${place} }}\` in the source: the id of a ready image. ${leadsTo}`,
  });
const TO_STORE = "The image links to the store's front page, or to `href`";

/**
 * The images of an email. The source refers to one as `{{ hero }}`, `{{ banner }}` or `{{ grid }}`, or to its parts:
 * `{{ hero.url }}`, `.width`, `.height`, `.altText`. An image that the source does not refer to gets its usual place.
 */
@ApiExtraModels(LinkedImageAnswer)
export class EmailImages {
  @IfGiven()
  @IsImageRef()
  @ApiImage('hero', TO_STORE)
  readonly hero?: ImageRef | undefined;

  @IfGiven()
  @IsImageRef()
  @ApiImage('banner', TO_STORE)
  readonly banner?: ImageRef | undefined;

  @IfGiven()
  @IsImageRef()
  @ApiImage('grid', 'Its tiles link to their products')
  readonly grid?: ImageRef | undefined;
}

/**
 * The source of an email: exactly one of `body` (Markdown with blocks, set in the brand's layout), `mjml` and `html`,
 * with Liquid in it and in `subject` and `preheader`.
 *
 * Liquid sees `customer` (firstName, lastName, name, email, country, ordersCount, totalSpent, lastOrderAt), `shop`
 * (url), `brand` (name, postalAddress), `lastOrder` (orderedAt, total, currency, products), `products` (the products
 * of the last order: title, url, imageUrl, price), and `unsubscribeUrl`. A source without a link to unsubscribe gets
 * a footer with one.
 */
export class EmailSource {
  @Length(1, 500)
  @IsPlainText()
  @ApiProperty({
    maxLength: 500,
    example: '{{ customer.firstName | default: "Hello" }}, we miss you',
    description: 'Liquid',
  })
  readonly subject!: string;

  @IfGiven()
  @Length(1, 500)
  @IsPlainText()
  @ApiPropertyOptional({ type: String, maxLength: 500, example: 'Something is waiting for you', description: 'Liquid' })
  readonly preheader?: string | undefined;

  @IfGiven()
  @Length(1, LONGEST_SOURCE)
  @ApiPropertyOptional({
    type: String,
    example: ':::hero\nIt has been a while\n# We kept your favourites warm\n:::\n\n:::button\nTake a look around\n:::',
    description:
      'Markdown with Liquid and blocks (`:::hero`, `:::offer`, `:::button`, `:::products`, `:::columns`, `:::footer`), ' +
      'set in the layout of the brand. Exactly one of `body`, `mjml` and `html`',
  })
  readonly body?: string | undefined;

  @IfGiven()
  @Length(1, LONGEST_SOURCE)
  @ApiPropertyOptional({ type: String, description: 'MJML with Liquid' })
  readonly mjml?: string | undefined;

  @IfGiven()
  @Length(1, LONGEST_SOURCE)
  @ApiPropertyOptional({ type: String, description: 'HTML with Liquid' })
  readonly html?: string | undefined;

  @IfGiven()
  @IsObject()
  @ValidateNested()
  @Type(() => EmailImages)
  @ApiPropertyOptional({ type: EmailImages, description: 'Ready images' })
  readonly images?: EmailImages | undefined;
}
