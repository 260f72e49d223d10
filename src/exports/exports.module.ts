import { Module } from '@nestjs/common';
import { AdminRoutesModule } from '../admin-actions/admin-routes.module.js';
import { CommerceModule } from '../commerce/commerce.module.js';
import { EmailModule } from '../email/email.module.js';
import { LinksModule } from '../links/links.module.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { SegmentationModule } from '../segmentation/segmentation.module.js';
import { SequencesModule } from '../sequences/sequences.module.js';
import { ExportsController, RetailerExportsController } from './exports.controller.js';
import { ExportsService } from './exports.service.js';
import { PeopleTablesService } from './people-tables.service.js';
import { SequenceTablesService } from './sequence-tables.service.js';

/** Files of a retailer's data, for processes with the role `api`. */
@Module({
  imports: [
    AdminRoutesModule,
    CommerceModule,
    EmailModule,
    LinksModule,
    RetailersModule,
    SegmentationModule,
    SequencesModule,
  ],
  controllers: [ExportsController, RetailerExportsController],
  providers: [ExportsService, PeopleTablesService, SequenceTablesService],
})
export class ExportsModule {}
