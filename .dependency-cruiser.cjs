const { layers } = require('./checks/layers.cjs');

/** Which code may import which, each rule with its reason. The rules between folders are in checks/layers.cjs. */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two files that import each other can not be read or tested alone.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'libs-know-nothing-of-the-service',
      comment: 'A lib can be understood, tested and moved without the service.',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^(src|test|bench)/' },
    },
    {
      name: 'libs-through-their-index',
      comment: 'The index of a lib is its public interface. Everything else in the lib may change freely.',
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
      comment: 'A simulated platform must not run in production.',
      severity: 'error',
      from: { path: '^(src|libs)/', pathNot: ['^src/demo/', '^libs/simulators/', '\\.spec\\.ts$'] },
      to: { path: '^libs/simulators/' },
    },
    ...layers,
    {
      name: 'foreign-repositories-are-closed',
      comment: "Modules use each other's services or jobs, never each other's SQL.",
      severity: 'error',
      from: { path: '^src/([^/]+)/' },
      to: { path: '^src/[^/]+/.*\\.repository\\.ts$', pathNot: ['^src/$1/', '^src/(retailers|inbox)/'] },
    },
    {
      name: 'production-code-needs-no-dev-tools',
      comment: 'A production install has no dev dependencies.',
      severity: 'error',
      from: {
        path: '^(src|libs)/',
        // The studio is built into files of its own, with what it uses.
        pathNot: [
          '\\.spec\\.ts$',
          '^src/demo/',
          '^libs/simulators/',
          '^src/dashboard/studio/',
          '^src/vite\\.config\\.ts$',
        ],
      },
      to: { dependencyTypes: ['npm-dev'], pathNot: '@types/' },
    },
    {
      name: 'the-studio-knows-the-api-alone',
      comment: 'It runs in browsers, and everything that it does goes through public routes.',
      severity: 'error',
      from: { path: '^src/dashboard/studio/' },
      to: { path: '^(src|libs|test)/', pathNot: '^(src/dashboard/studio|libs/client)/' },
    },
    {
      name: 'nobody-imports-the-studio',
      comment: 'The service only serves its built files. Tests read its texts.',
      severity: 'error',
      from: { pathNot: ['^src/dashboard/studio/', '^test/setup/studio-words\\.ts$'] },
      to: { path: '^src/dashboard/studio/' },
    },
    {
      name: 'no-deprecated-core-or-packages',
      comment: 'A deprecated package gets no fixes.',
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
