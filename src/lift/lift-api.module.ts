import { Module } from '@nestjs/common';
import { AdminRoutesModule } from '../admin-actions/admin-routes.module.js';
import { LiftController } from './lift.controller.js';

/** What an api process answers about the effect of sequences. */
@Module({ imports: [AdminRoutesModule], controllers: [LiftController] })
export class LiftApiModule {}
