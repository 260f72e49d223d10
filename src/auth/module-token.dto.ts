import { ApiProperty } from '@nestjs/swagger';

const JTI = '7c2b9a54-1f0e-4d53-9c86-2e1d0f3a4b5c';

export class ModuleTokenAnswer {
  @ApiProperty({ example: 'eyJhbGciOiJIUzI1NiJ9…', description: 'Opens /module-r for this retailer' })
  token!: string;

  @ApiProperty({ example: 3_600, description: 'Seconds' })
  expiresIn!: number;

  @ApiProperty({ example: JTI, description: 'The id of the token, for the list and for its revocation' })
  jti!: string;
}

/** The maker of a module token: an admin, or a user of the store, who may lose the right to mint tokens. */
export class Minter {
  @ApiProperty({ enum: ['user', 'admin'] })
  kind!: 'user' | 'admin';

  @ApiProperty({ example: '7', description: "The platform's id of the user, or `sub` of the admin's token" })
  subject!: string;
}

/** A module token that was minted through the API. The token itself is not stored. */
export class ListedModuleTokenAnswer {
  @ApiProperty({ example: JTI })
  jti!: string;

  @ApiProperty({ type: Minter, description: 'A token ends when the user who created it loses access' })
  mintedBy!: Minter;

  @ApiProperty({ example: '2026-11-20T10:00:00.000Z' })
  issuedAt!: Date;

  @ApiProperty({ example: '2026-11-20T11:00:00.000Z' })
  expiresAt!: Date;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  revokedAt!: Date | null;
}
