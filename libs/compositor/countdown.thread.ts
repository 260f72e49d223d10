import { serveTasks } from '#libs/worker-pool';
import * as countdown from './countdown.js';

serveTasks(countdown);
