import { Module } from '@nestjs/common';
import { HomeController } from './home.controller.js';

/** The pages that belong to no feature. */
@Module({ controllers: [HomeController] })
export class PagesModule {}
