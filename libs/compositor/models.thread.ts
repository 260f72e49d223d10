import { serveTasks } from '#libs/worker-pool';
import * as models from './models/models.js';

serveTasks(models);
