import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  type Box,
  type ChosenGrid,
  MATCHED,
  type Matched,
  type Overlay,
  SERVED_FORMATS,
  type ServedFormat,
  TEXT_ROLES,
} from '#libs/compositor';
import { formatMoney, parseDecimal, type Problem } from '#libs/kernel';
import { Minter } from '../../auth/module-token.dto.js';
import type { RenderStatus } from '../renders/image-render.entity.js';
import { DECISIONS } from './image-approval.entity.js';
import type { ImageCheck, RenderedFile } from '../renders/render-result.js';
import type { ImageRow } from './image-requests.repository.js';
import { IMAGE_KINDS, type ImageKind, type Notice } from '../renders/image-spec.js';

const APPROVALS = ['none', ...DECISIONS] as const;

const MATCHED_TEXT =
  'What a drawing of the service itself has of its prompt. `subject`: it shows the thing that the prompt is about. ' +
  '`setting`: it shows only the surroundings that the prompt names. `none`: a pattern without any object. Null where ' +
  'nothing was drawn from a prompt, and for images of an image service';

class VariantAnswer {
  @ApiProperty({ example: 'https://rekindle.example/images/9f86d081….png', description: 'The address never changes' })
  url!: string;

  @ApiProperty({ example: 1200 })
  width!: number;

  @ApiProperty({ example: 600 })
  height!: number;

  @ApiProperty({ enum: SERVED_FORMATS, description: '`gif`: a countdown, made again whenever it is opened' })
  format!: ServedFormat;

  @ApiProperty({ example: 48_213, description: 'The size of the file; of a countdown its largest size' })
  bytes!: number;

  @ApiProperty({ example: 'We kept your favourites warm. 20% off everything until Sunday. Come back in' })
  altText!: string;

  @ApiProperty({ enum: MATCHED, nullable: true, description: MATCHED_TEXT })
  matched!: Matched | null;

  @ApiPropertyOptional({ example: 'product-stage', description: 'Banners and grids: the layout family' })
  family?: string;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { type: 'number' },
    example: { score: 78.2, productShare: 0.31, contrast: 8.4, margin: 0.095, typeScale: 2.2, veil: 0 },
    description:
      "Banners and grids: the critic's figures. `score` is 0 to 100, and 0 where a hard rule is broken. A rule that does " +
      'not apply has no figure',
  })
  critic?: Readonly<Record<string, number>>;
}

class BoxAnswer implements Box {
  @ApiProperty({ example: 64 })
  x!: number;

  @ApiProperty({ example: 96 })
  y!: number;

  @ApiProperty({ example: 520 })
  width!: number;

  @ApiProperty({ example: 88 })
  height!: number;
}

class OverlayAnswer implements Overlay {
  @ApiProperty({ enum: TEXT_ROLES })
  role!: Overlay['role'];

  @ApiProperty({ example: 'We kept your favourites warm' })
  text!: string;

  @ApiProperty({ description: 'The box around the painted glyphs, in pixels' })
  box!: BoxAnswer;

  @ApiProperty({ type: [String], example: ['We kept your', 'favourites warm'] })
  lines!: readonly string[];

  @ApiProperty({ example: 44 })
  fontSize!: number;

  @ApiProperty({ example: 7.2, description: 'Contrast with the worst 1% of the pixels behind the text, 1 to 21' })
  contrast!: number;

  @ApiProperty({ example: 3, description: 'The contrast that was required' })
  required!: number;
}

class CostAnswer {
  @ApiProperty({ example: '0.25' })
  amount!: string;

  @ApiProperty({ example: 'USD' })
  currency!: string;
}

/** What somebody decided about an image. */
class DecisionAnswer {
  @ApiProperty({ type: String, nullable: true, example: 'The winter colours fit' })
  note!: string | null;

  @ApiProperty({ type: Minter, nullable: true, description: 'Who minted the token that decided; null if unknown' })
  by!: Minter | null;

  @ApiProperty({ type: String, format: 'date-time' })
  at!: string;
}

class NoticeAnswer implements Notice {
  @ApiProperty({ example: '632910392', description: 'Of a product without an id: `product-` and its place from 1' })
  productId!: string;

  @ApiProperty({ example: 'its address answers 404' })
  reason!: string;
}

class ImageCheckAnswer implements ImageCheck {
  @ApiProperty({ example: 1, description: '2 is the call that followed rejected images' })
  attempt!: number;

  @ApiProperty({ example: true })
  used!: boolean;

  @ApiProperty({
    enum: ['letters', 'product', 'faces'],
    nullable: true,
    description:
      'Why it was rejected: words were laid over it, another thing stands in the place of the product, or its edge cuts a face',
  })
  reason!: ImageCheck['reason'];

  @ApiProperty({
    type: [String],
    nullable: true,
    example: [],
    description: 'Words in it, those on the things in it too; null if they were not read',
  })
  letters!: readonly string[] | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    example: 0,
    description: 'Faces that its edge cuts; null if they were not looked for',
  })
  cutFaces!: number | null;

  @ApiProperty({
    enum: ['kept', 'restored', 'changed'],
    nullable: true,
    description:
      'The product around which it was painted: left as it was, our pixels put back, or lost; null without such a product',
  })
  product!: ImageCheck['product'];

  @ApiProperty({
    type: Number,
    nullable: true,
    example: 0.93,
    description: 'How much the painted product is like the real one, 0 to 1, before its own pixels were put back',
  })
  likeness!: number | null;
}

/** A request for an image and its result. */
export class ImageAnswer {
  @ApiProperty({ format: 'uuid', example: '0b9e3a52-7c1d-4f0e-8d53-7f9b2f5f3a77' })
  id!: string;

  @ApiProperty({ format: 'uuid', example: '6f6e2a0e-4f0c-5c3b-9d1f-2f4f6c1f0a11' })
  brandId!: string;

  @ApiProperty({ enum: IMAGE_KINDS })
  kind!: ImageKind;

  @ApiProperty({ enum: ['queued', 'rendering', 'ready', 'failed'] })
  status!: RenderStatus;

  @ApiProperty({ example: false, description: 'The same image was requested before and is not rendered again' })
  cached!: boolean;

  @ApiProperty({ type: String, nullable: true, example: 'local', description: 'Null before the render is created' })
  provider!: string | null;

  @ApiProperty({ type: [VariantAnswer] })
  variants!: readonly VariantAnswer[];

  @ApiPropertyOptional({ type: [OverlayAnswer], description: 'The texts in the image' })
  overlays?: readonly Overlay[];

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description: 'Grids only: the plan, its score by terms, its source, and the plans that it was compared with',
  })
  layout?: ChosenGrid;

  @ApiPropertyOptional({ example: '<!doctype html>…', description: 'Grids only: the email' })
  html?: string;

  @ApiPropertyOptional({ example: 94.4, description: 'Of the layout of a banner, or of the plan of a grid: 0 to 100' })
  score?: number;

  @ApiPropertyOptional({
    example: 'product-stage',
    description: 'Banners and grids: the layout family of the first variant',
  })
  family?: string;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { type: 'number' },
    description: "Banners and grids: the critic's figures of the first variant",
  })
  critic?: Readonly<Record<string, number>>;

  @ApiProperty({ enum: MATCHED, nullable: true, description: `Of the first variant. ${MATCHED_TEXT}` })
  matched!: Matched | null;

  @ApiPropertyOptional({
    type: [NoticeAnswer],
    description: 'Products whose image is missing or unreadable: a banner leaves them out, a grid shows no image',
  })
  notices?: readonly Notice[];

  @ApiPropertyOptional({
    type: [ImageCheckAnswer],
    description: "What was found in the provider's images. If none was used, the service drew the image itself",
  })
  providerImages?: readonly ImageCheck[];

  @ApiProperty({
    type: CostAnswer,
    nullable: true,
    description: 'What the provider was paid for this request; null for nothing',
  })
  cost!: CostAnswer | null;

  @ApiPropertyOptional({ type: 'object', additionalProperties: true, description: 'Why the request failed (RFC 9457)' })
  problem?: Problem;

  @ApiProperty({ enum: APPROVALS, description: 'Whether its images may be sent' })
  approval!: (typeof APPROVALS)[number];

  @ApiProperty({ type: DecisionAnswer, nullable: true, description: 'Who decided the approval, and when' })
  decision!: DecisionAnswer | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { headline: 'We kept your favourites warm', dimensions: { width: 1200, height: 600 } },
    description: 'The fields of the request, with defaults. An edit starts from them',
  })
  asked!: object;

  @ApiPropertyOptional({ format: 'uuid', description: 'Edits only: the request that this one changes' })
  editOf?: string;

  @ApiProperty({ type: String, format: 'date-time' })
  createdAt!: Date;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  finishedAt!: Date | null;

  /** `publicUrl` is the base of the images' addresses. */
  static of(row: ImageRow, publicUrl: string): ImageAnswer {
    const { id, brandId, kind, status, cached, provider, result, problem, cost, createdAt, finishedAt } = row;
    const { decision, asked, editOf } = row;
    return {
      id,
      brandId,
      kind,
      status,
      cached,
      provider,
      variants: (result?.variants ?? []).map(({ key, matched = null, ...variant }) => ({
        url: `${publicUrl}/${key}`,
        ...variant,
        matched,
      })),
      matched: result?.variants[0]?.matched ?? null,
      ...(result?.overlays ? { overlays: result.overlays } : {}),
      ...judgementOf(result?.variants[0]),
      ...(result?.layout ? { layout: result.layout, score: result.layout.score.total } : {}),
      ...(result?.html === undefined ? {} : { html: result.html }),
      ...(result?.notices?.length ? { notices: result.notices } : {}),
      ...(result?.providerImages ? { providerImages: result.providerImages } : {}),
      cost: costOf(cost),
      ...(problem ? { problem } : {}),
      approval: decision?.approval ?? 'none',
      decision: decision && { note: decision.note, by: decision.decidedBy, at: decision.decidedAt },
      asked,
      ...(editOf === null ? {} : { editOf }),
      createdAt,
      finishedAt,
    };
  }
}

const judgementOf = ({ family, critic }: Partial<RenderedFile> = {}): Pick<
  ImageAnswer,
  'family' | 'critic' | 'score'
> => ({
  ...(family === undefined ? {} : { family }),
  ...(critic === undefined ? {} : { critic, score: critic['score'] ?? 0 }),
});

function costOf(dollars: string | null): CostAnswer | null {
  const amount = parseDecimal(dollars ?? '0') ?? 0n;
  return amount === 0n ? null : { amount: formatMoney(amount), currency: 'USD' };
}
