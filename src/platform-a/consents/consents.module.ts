import { Module } from '@nestjs/common';
import { PlatformAConsentsService } from './consents.service.js';

@Module({ providers: [PlatformAConsentsService], exports: [PlatformAConsentsService] })
export class PlatformAConsentsModule {}
