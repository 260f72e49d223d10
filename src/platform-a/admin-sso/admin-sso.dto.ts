import { ApiProperty } from '@nestjs/swagger';

/** Opens a store's admin in a browser, which cannot send our token. */
export class AdminSsoTicketAnswer {
  @ApiProperty({ example: 'q3J5vT0aPZ1x8mYk2wNc4RfE6uHb9dGs7iLo0tXyVjA', description: 'Single use' })
  ticket!: string;

  @ApiProperty({
    example:
      'https://rekindle.example/platform-a/admin-sso/8a1f0d3e-7b65-5c4d-8e2f-1a0b9c8d7e6f?ticket=q3J5vT0aPZ1x8mYk2wNc4RfE6uHb9dGs7iLo0tXyVjA',
    description: 'The address to open in the browser',
  })
  url!: string;

  @ApiProperty({ example: 60, description: 'Seconds' })
  expiresIn!: number;
}
