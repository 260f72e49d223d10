import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBase64, IsBoolean, IsUrl, MaxLength } from 'class-validator';
import type { ColourOrigin, FontMatch, LogoChange } from '#libs/compositor';
import { IfGiven } from '../api/fields.js';
import { FontsAnswer, PaletteAnswer } from '../retailers/brand.dto.js';

const ADDRESS = { protocols: ['http', 'https'], require_protocol: true, require_tld: false, disallow_auth: true };
/** Characters, of a body of 256 kB. */
const LONGEST_FILE = 240_000;

export class ImportKitBody {
  @IfGiven()
  @IsUrl(ADDRESS)
  @MaxLength(2_000)
  @ApiPropertyOptional({
    example: 'https://cdn.example/logo.png',
    description: 'A logo to take instead of what the store says',
  })
  logoUrl?: string;

  @IfGiven()
  @IsBase64()
  @MaxLength(LONGEST_FILE)
  @ApiPropertyOptional({ format: 'byte', description: 'The same as a file: a PNG, JPEG, WebP, GIF or AVIF, in base64' })
  logo?: string;

  @IfGiven()
  @IsBoolean()
  @ApiPropertyOptional({ default: false, description: 'Change the brand at once, to all that was found' })
  apply: boolean = false;
}

const ORIGINS = ['store', 'logo', 'derived', 'kept'] as const satisfies readonly ColourOrigin[];

class ColourSourceAnswer {
  @ApiProperty({
    enum: ORIGINS,
    description: 'The store says it, the logo has it, it is made of the other colours, or the brand has it already',
  })
  from!: ColourOrigin;

  @ApiPropertyOptional({ example: 0.42, description: "Its share of the logo's area" })
  weight?: number;

  @ApiPropertyOptional({ example: '#8d8d8d', description: 'The colour that was found. Its contrast was too low' })
  repairedFrom?: string;

  @ApiProperty({ example: 7.4, description: 'WCAG 2 contrast with `contrastWith`, 1 to 21' })
  contrast!: number;

  @ApiProperty({ example: '#ffffff', description: 'The background for text; the words on it for every other colour' })
  contrastWith!: string;
}

class PaletteSourcesAnswer {
  @ApiProperty()
  primary!: ColourSourceAnswer;

  @ApiProperty()
  secondary!: ColourSourceAnswer;

  @ApiProperty()
  accent!: ColourSourceAnswer;

  @ApiProperty()
  background!: ColourSourceAnswer;

  @ApiProperty()
  text!: ColourSourceAnswer;
}

class FontSourceAnswer {
  @ApiProperty({ enum: ['store', 'kept'] })
  from!: 'store' | 'kept';

  @ApiPropertyOptional({ example: 'Google_Poppins_400', description: 'As the store writes it' })
  found?: string;

  @ApiPropertyOptional({ enum: ['name', 'kind'], description: 'The same font, or a shipped one of the same kind' })
  by?: FontMatch['by'];
}

class FontSourcesAnswer {
  @ApiProperty()
  heading!: FontSourceAnswer;

  @ApiProperty()
  body!: FontSourceAnswer;
}

const CHANGES = ['whiteBoxRemoved', 'trimmed', 'darkened', 'lightened'] as const satisfies readonly LogoChange[];

class LogoSourceAnswer {
  @ApiProperty({ enum: ['request', 'store', 'kept'] })
  from!: 'request' | 'store' | 'kept';

  @ApiPropertyOptional({ example: 'https://cdn.example/logo.png', description: 'Where the file was' })
  found?: string;

  @ApiProperty({ enum: CHANGES, isArray: true, description: 'What was done to the file' })
  changes!: readonly LogoChange[];
}

class DarkLogoSourceAnswer {
  @ApiProperty({
    enum: ['made', 'same', 'none', 'kept'],
    description: 'Made of the logo, the logo itself, none where none can be made, or what the brand has',
  })
  from!: 'made' | 'same' | 'none' | 'kept';
}

class KitProposalAnswer {
  @ApiProperty()
  palette!: PaletteAnswer;

  @ApiProperty()
  fonts!: FontsAnswer;

  @ApiProperty({ type: String, nullable: true, example: 'https://rekindle.example/images/9f86d081….png' })
  logoUrl!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'https://rekindle.example/images/60303ae2….png' })
  logoDarkUrl!: string | null;
}

class KitSourcesAnswer {
  @ApiProperty()
  palette!: PaletteSourcesAnswer;

  @ApiProperty()
  fonts!: FontSourcesAnswer;

  @ApiProperty()
  logoUrl!: LogoSourceAnswer;

  @ApiProperty()
  logoDarkUrl!: DarkLogoSourceAnswer;
}

/** A brand kit as it could be, and where each value comes from. */
export class ImportKitAnswer {
  @ApiProperty({ format: 'uuid', example: '6f6e2a0e-4f0c-5c3b-9d1f-2f4f6c1f0a11' })
  brandId!: string;

  @ApiProperty({ description: 'Whether the brand was changed' })
  applied!: boolean;

  @ApiProperty({ description: '`PATCH /admin/brands/{id}` takes any part of it' })
  proposal!: KitProposalAnswer;

  @ApiProperty()
  sources!: KitSourcesAnswer;

  @ApiProperty({
    type: [String],
    example: ['The store has no logo image.'],
    description: 'What could not be used, and why',
  })
  notices!: readonly string[];
}
