import { ApiProperty } from '@nestjs/swagger';
import type { Flags } from '../../retailers/flags.js';
import type { RetailerFlag } from '../../retailers/retailer-flag.entity.js';
import { FlagsAnswer } from './retailer-changes.dto.js';

class FlagSettingAnswer {
  @ApiProperty({ example: 'bulkReads', description: 'Also one that the service no longer has' })
  flag!: string;

  @ApiProperty({ example: false })
  value!: boolean;

  @ApiProperty({ example: 'ada', description: 'The subject of the admin token' })
  setBy!: string;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-27T09:30:00.000Z' })
  at!: Date;
}

export class RetailerFlagsAnswer {
  @ApiProperty({ type: FlagsAnswer, description: 'The values that hold now, also where nobody has set them' })
  flags!: FlagsAnswer;

  @ApiProperty({ type: [FlagSettingAnswer], description: 'The newest 200 settings, the newest first' })
  history!: FlagSettingAnswer[];

  static of(flags: Flags, settings: readonly RetailerFlag[]): RetailerFlagsAnswer {
    const history = settings.map(({ name, enabled, setBy, setAt }) => ({
      flag: name,
      value: enabled,
      setBy,
      at: setAt,
    }));
    return Object.assign(new RetailerFlagsAnswer(), { flags, history });
  }
}
