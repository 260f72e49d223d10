/** The direction in which the code may depend, each rule with its reason. */
const feature = (name) => `^src/${name}/`;

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
    {
      name: 'one-way-inbox',
      comment: 'The inbox takes bytes from any platform and knows none of them, nor what they mean.',
      severity: 'error',
      from: { path: feature('inbox') },
      to: { path: '^src/(platform-a|segmentation|admin)/' },
    },
    {
      name: 'one-way-commerce',
      comment: 'Orders and customers are facts; they know neither where they come from nor who asks.',
      severity: 'error',
      from: { path: feature('commerce') },
      to: { path: '^src/(platform-a|inbox|segmentation|admin)/' },
    },
    {
      name: 'one-way-segmentation',
      comment: 'Segments look at facts of commerce, never at a platform.',
      severity: 'error',
      from: { path: feature('segmentation') },
      to: { path: '^src/(platform-a|inbox|admin)/' },
    },
    {
      name: 'one-way-email',
      comment: 'Mails are made of customers and segments; who plans them and who draws their pictures comes to them.',
      severity: 'error',
      from: { path: feature('email') },
      to: { path: '^src/(platform-[ab]|inbox|sequences|image-generation|accounts|admin)/' },
    },
    {
      name: 'segments-know-no-mails',
      comment: 'What is sent to members is not the business of segments or facts.',
      severity: 'error',
      from: { path: '^src/(commerce|segmentation|retailers|inbox)/' },
      to: { path: feature('email') },
    },
    {
      name: 'one-way-retailers',
      comment: 'Tenants are the ground that every feature stands on.',
      severity: 'error',
      from: { path: feature('retailers') },
      to: { path: '^src/(platform-a|inbox|commerce|segmentation|admin)/' },
    },
    {
      name: 'one-way-auth',
      comment:
        'Tokens stand on retailers and customers; whoever proves somebody comes to them, not they to any platform.',
      severity: 'error',
      from: { path: feature('auth') },
      to: { path: '^src/(platform-a|inbox|segmentation|accounts|admin)/' },
    },
    {
      name: 'nobody-needs-admin',
      comment: 'Admin controllers call the services; nothing calls them.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/admin/', '^src/app\\.module\\.ts$', '^src/database/data-source\\.ts$'] },
      to: { path: feature('admin') },
    },
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
