const { layers } = require('./checks/layers.cjs');

/** The direction in which the code may depend, each rule with its reason; between folders see checks/layers.cjs. */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two files that need each other can be neither read nor tested alone.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'libs-know-nothing-of-the-service',
      comment: 'A lib is a tool; it may be understood, tested and moved without the service.',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^(src|test|bench)/' },
    },
    {
      name: 'libs-through-their-index',
      comment: "A lib's index is its whole public face; what lies behind it may change freely.",
      severity: 'error',
      from: { path: '^(src|test|bench)/' },
      to: { path: '^libs/[^/]+/', pathNot: '^libs/[^/]+/index\\.ts$' },
    },
    {
      name: 'libs-among-themselves-through-the-index',
      comment: 'The same between libs.',
      severity: 'error',
      from: { path: '^libs/([^/]+)/' },
      to: { path: '^libs/[^/]+/', pathNot: ['^libs/$1/', '^libs/[^/]+/index\\.ts$'] },
    },
    {
      name: 'simulators-stay-out-of-the-service',
      comment: 'What stands in for a platform must not run where real stores are.',
      severity: 'error',
      from: { path: '^(src|libs)/', pathNot: ['^src/demo/', '^libs/simulators/'] },
      to: { path: '^libs/simulators/' },
    },
    ...layers,
    {
      name: 'foreign-repositories-are-closed',
      comment: "Modules meet through a service or a job; another module's SQL is its own business.",
      severity: 'error',
      from: { path: '^src/([^/]+)/' },
      to: { path: '^src/[^/]+/.*\\.repository\\.ts$', pathNot: ['^src/$1/', '^src/(retailers|inbox)/'] },
    },
    {
      name: 'production-code-needs-no-dev-tools',
      comment: 'A production install has no dev dependencies.',
      severity: 'error',
      from: { path: '^(src|libs)/', pathNot: ['\\.spec\\.ts$', '^src/demo/', '^libs/simulators/'] },
      to: { dependencyTypes: ['npm-dev'], pathNot: '@types/' },
    },
    {
      name: 'no-deprecated-core-or-packages',
      comment: 'What its maintainers gave up should not be ours to keep.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['deprecated'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'default', 'types'],
    },
  },
};
