import { serveTasks } from '#libs/worker-pool';
import * as drawing from './drawing.js';

serveTasks(drawing);
