export { connect } from './connect.js';
export { BadRedisAddress, parseRedisAddress, REDIS_FORMS } from './redis-address.js';
export { redisClient, type RedisClient } from './redis-client.js';
