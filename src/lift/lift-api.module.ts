import { Module } from '@nestjs/common';
import { AdminRoutesModule } from '../admin-actions/admin-routes.module.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { BrandAssignmentsController, RetailerBrandAssignmentsController } from './brand-assignments.controller.js';
import { LiftController } from './lift.controller.js';
import { LiftModule } from './lift.module.js';

/** What an api process answers about the effect of sequences. */
@Module({
  imports: [AdminRoutesModule, LiftModule, RetailersModule],
  controllers: [BrandAssignmentsController, RetailerBrandAssignmentsController, LiftController],
})
export class LiftApiModule {}
