/** The problem of a topic whose scope is not asked for at the install. The app works without it. */
export const topicWithoutScope = (topic: string, scope: string): string =>
  `${topic}: the scope ${scope} is not granted, and the app works without it`;

export const isTopicWithoutScope = (problem: string): boolean => problem.endsWith('and the app works without it');
